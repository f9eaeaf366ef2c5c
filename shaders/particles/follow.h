// The notes on a particle that people follow: its states after the last steps, and what the modules of its stack did to it in
// the last step that it took. GLSL, after shared.h, and C++ share it; C++ sees it in winnow::shared.
#ifndef WINNOW_FOLLOW_H
#define WINNOW_FOLLOW_H

#ifdef __cplusplus
#include <shaders/shared.h>
namespace winnow::shared {
#endif

const uint FOLLOWED_ELEMENTS = PARTICLE_COLUMNS + MAX_PLANES;
const uint FOLLOWED_STATES = 4096u;  // that are kept
const uint MAX_STEP_NOTES = 64u;     // of one step; further ones are left out

// The particle after a step, as the columns hold it.
struct FollowedState {
    uint step;      // the low word
    uint run;       // of the follower: what it noted before an edit or of another particle has another
    uint alive;     // particles that live
    uint is_found;  // 1: it is one of them
    uint index;     // its place in the order of the living
    uint older;     // how many of them are older, if they lie in the order of their births
    uint first;     // the place of the oldest in the columns
    uint capacity;
    uvec4 element[FOLLOWED_ELEMENTS];
};

const uint NOTED_FORCE = 0u;
const uint NOTED_REACT = 1u;
const uint NOTED_SPAWN = 2u;

const uint UNKNOWN_PARENT = 0xFFFFFFFFu;

// The particle behind a module of a stage: the modules of the stage are counted from 1, and 0 is before the first.
struct StepNote {
    uint stage;     // NOTED_*
    uint number;
    uint events;    // EVENT_BOUNCED, EVENT_KILLED, EVENT_SIGNALLED
    float drag;     // of the forces so far, 1/s
    vec4 position;  // metres; w: its age, seconds
    vec4 velocity;  // m/s; w: its lifetime, seconds
    vec4 acceleration;  // by the forces so far, m/s2
    uvec4 attributes[MAX_PLANES];
};

// A step of the particle, its birth too, computed once more beside the others'.
struct FollowedStep {
    uint step;      // its number, the low word
    uint run;
    uint notes;
    uint survives;  // its vote
    uint children;  // that it has in this step
    uint pad0, pad1, pad2;
    uvec4 before[FOLLOWED_ELEMENTS];  // of a birth: as after it
    uvec4 after[FOLLOWED_ELEMENTS];
    StepNote note[MAX_STEP_NOTES];
};

struct Followed {
    FollowedStep last;
    FollowedState now;
    FollowedState past[FOLLOWED_STATES];  // the state after a step lies at the step modulo their number
};

#ifdef __cplusplus
static_assert(sizeof(FollowedState) == 208 && sizeof(StepNote) == 192 && sizeof(FollowedStep) == 384 + 192 * MAX_STEP_NOTES);
}  // namespace winnow::shared
#endif
#endif  // WINNOW_FOLLOW_H
