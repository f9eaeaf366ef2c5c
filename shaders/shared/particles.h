// Particles, their emitters, and a step: layouts, flags and events. Included by shared.h.
#ifndef WINNOW_SHARED_PARTICLES_H
#define WINNOW_SHARED_PARTICLES_H

#ifdef __cplusplus
namespace winnow::shared {
#endif

// The living particles are a ring in their columns: logical index i lies at (first + i) mod capacity. Each
// set of columns has one Pool; a step reads the source's and writes the destination's.
struct Pool {
    uint first;           // index of the oldest
    uint alive;
    uint survivors;       // written by the compactor: alive before minus died of age
    uint born;
    uint died;            // of age, lost, or replaced
    uint replaced;        // the oldest particles, overwritten by births
    uint dropped;         // births without room, and children beyond the limit of a step
    uint step;            // the low word of the step that made this state
    uint groups_x;        // indirect dispatch over the living, PARTICLE_THREADS per group
    uint groups_y;
    uint groups_z;
    uint shrunk;          // lost to a smaller capacity since the last step; counts as died in the next
    uint draw_vertices;   // indirect draw: VERTICES_PER_PARTICLE per particle
    uint draw_instances;
    uint draw_first;
    uint draw_base;
    uint hash_low;        // hash of the living; both words are zero unless it was asked for
    uint hash_high;
    uint lost;            // died because their position or velocity was not finite
    uint children;        // requested by parents in this step
    uint spawn_x;         // indirect dispatch over the born
    uint spawn_y;
    uint spawn_z;
    // The bounding box of the living: keys of the maxima, complements of the keys of the minima (bounds.glsl), so that zero
    // means empty in all of them and atomic maxima suffice. All zero: no particle lives.
    uint low_x, low_y, low_z;
    uint high_x, high_y, high_z;
    uint refit_x;         // indirect dispatch over the living, if the survivors' box does not fit them
    uint refit_y;
    uint refit_z;
    uint pad0, pad1, pad2, pad3;
};
// In a destination, `lost`, `children` and the box are zero before the step.
const uint POOL_LOST_WORD = 18u, POOL_BOX_WORD = 23u;  // of a Pool: lost, and low_x, which the other five words of the box follow

// The oldest particles before and after a step, each with its columns in a row.
struct Probe {
    uint before_count;
    uint after_count;
    uint pad0, pad1;
    uvec4 before[PROBE_PARTICLES * PARTICLE_COLUMNS];
    uvec4 after[PROBE_PARTICLES * PARTICLE_COLUMNS];
};

// The inputs of one step beside the columns and the emitters.
struct Step {
    uint index;           // the low word of this step; births store it
    uint seed;
    uint births;          // requested in this step, over all emitters
    uint emitters;
    uint capacity;
    uint replace_oldest;  // 1: births without room replace the oldest; 0: they are dropped
    float seconds;        // length of a step
    float plane_height;   // height of the plane in metres
    float plane_restitution;  // share of the normal speed kept at a bounce, 0 to 1
    float plane_friction;     // share of the tangential speed lost at a bounce, 0 to 1
    uint has_plane;
    uint children_per_parent;
    uint children_per_step;
    uint stack_first;     // row of the numbers of the first slot's stack
    uint stack_rows;      // from one slot's numbers to the next one's
    uint objects_first;   // row of the head of the objects that stop particles; 0: there are none
    uint index_high;      // the high word of this step
    uint max_rounds;     // in which surfaces are looked for on a particle's way; 0: they react at its end only
    uint instances;      // rows of instances; 0: there are none, and the step is one effect's
    uint slots;          // of each of them, in the list of births
    vec4 pointer;           // place in the world (metres); strength, 0: not pressed, 1: pressed
    vec4 pointer_velocity;  // m/s, 0 in the first step of a press; w is spare
};

// An emitter's first rows in the table of numbers; shaders/effects/stack.glsl reads them. Lengths are in
// metres, times in seconds or steps.
struct EmitterRow {
    float x;               // of its position
    float y;
    float z;
    float seconds;         // length of a step
    uint codes;            // of its stack, for steps in the lower half, for drawing in the upper
    uint look_first;       // row of the numbers of modules that run in drawing
    uint flags;            // EMITTER_*; 0: there is no emitter in this slot, and its particles die
    float min_lifetime;  // steps, a whole number
    float max_lifetime;   // likewise
    uint links;            // the first link times LINKS_UNIT, plus the number of links
    uint seed;
    uint drawing;          // in the lower byte 1 + the word of its particles' attributes that holds their ribbon's number, 0:
                           // sprites; then how many further looks they have, REPORT_*, and the rank of its order
    float constant_x;        // the acceleration that all of its particles have at all times, m/s2
    float constant_y;
    float constant_z;
    float constant_drag;     // likewise, the rate of their drag, 1/s
};

const uint EMITTER_EXISTS = 1u;
const uint EMITTER_COVERS = 2u;     // its particles cover what lies behind them; else their light adds up
const uint EMITTER_IS_EVEN = 4u;    // its births by rate follow each other at equal times
const uint EMITTER_IS_SOLID = 8u;   // its particles may be solid things instead of soft sprites
const uint EMITTER_SHINES = 16u;    // its particles may be lights
const uint EMITTER_ADDS_COLOUR = 32u;  // they cover by their alpha, but their colour is added whatever it is
const uint EMITTER_TINTS = 64u;     // they cover, and what lies behind is seen through their colour
const uint EMITTER_BLENDS_STEPS = 128u;  // its births are so many that those of different steps are drawn as one stream
const float BLENDED_SECONDS = 10.0;  // of a life: the most for which the velocity at birth is found from constant forces
const float BLENDED_DECAYS = 1.0;    // likewise, in times in which drag leaves 1/e of a velocity
const uint EMITTER_HIDES_MOMENTS = 256u;  // moments of its births do not follow from who they are: it is even, or has children
const uint EMITTER_IS_SINGLE = 512u;     // its particles do not follow the density
const uint EMITTER_SPACE_UNIT = 1024u;  // above the flags: the first row of its space (MOVING_ROWS), 0: it is the world's
// These divide EmitterRow's `drawing`. The LookRows of further looks end before look_first; the lowest order has rank 0.
const uint EMITTER_RIBBON_MASK = 255u;
const uint EMITTER_LOOKS_UNIT = 256u;
const uint EMITTER_REPORTS_UNIT = 4096u;
const uint EMITTER_ORDER_UNIT = 65536u;
const uint EMITTER_LOOKS_COUNT = EMITTER_REPORTS_UNIT / EMITTER_LOOKS_UNIT;
const uint EMITTER_REPORTS_COUNT = EMITTER_ORDER_UNIT / EMITTER_REPORTS_UNIT;
const uint MAX_LOOKS = 8u;          // of an emitter's particles
const uint EMITTER_ROWS = 4u;       // of 16 bytes
const uint LINK_ROWS = 2u;
const uint MOVING_ROWS = 5u;        // of a space: place and scale, turn, before the step; the same after it; length of the step, 1 if it carries
                                     // particles, and the share of its velocity that births inherit
const uint NO_WORD = 32u;           // no word of the attributes: behind those of all planes
const uint LINKS_UNIT = 32u;        // above the number of links of an emitter

// Where one simulation steps many instances of effects, the table of numbers begins with a row for each instance, and a
// particle's emitter is its slot with the number of its instance above INSTANCE_SHIFT bits.
struct InstanceRow {
    uint head;        // row of the EffectHead of its effect
    uint spaces;      // row of the first of its spaces; 0: they are the world's
    uint seed;
    uint flags;       // INSTANCE_*, and its layer
    uint begin;       // words of the steps that the simulation had made before its first; of one that waits, of its own steps
    uint begin_high;
    float floor_base;   // metres, and factor: where the effect's plane is in the world
    float floor_scale;
};
const uint INSTANCE_SHIFT = 14u;
const uint SLOT_MASK = (1u << INSTANCE_SHIFT) - 1u;
const uint INSTANCE_ROWS = 2u;
const uint INSTANCE_WAITS = 1u;        // it takes no part in the present step: its particles stay as they are
const uint INSTANCE_LAYER_UNIT = 256u;  // above the flags

// The members of Step that an effect sets, where each instance has an effect of its own. The rows of the slots' emitters follow it.
struct EffectHead {
    uint links_first;     // row of the first link
    uint stack_first;
    uint stack_rows;
    uint objects_first;
    float plane_height;
    float plane_restitution;
    float plane_friction;
    uint has_plane;
    uint children_per_parent;
    float seconds;
    uint pad0, pad1;
};
const uint EFFECT_HEAD_ROWS = 3u;

// The counts of an instance after a step. The box is as in Pool.
struct InstanceFigures {
    uint alive;
    uint dropped;  // of all steps, modulo 2^32
    uint low_x, low_y, low_z;
    uint high_x, high_y, high_z;
};
const uint INSTANCE_FIGURE_WORDS = 8u;

// The kinds of reports; an emitter says which of them its particles make.
const uint REPORT_BORN = 1u;
const uint REPORT_DIED = 2u;
const uint REPORT_COLLIDED = 4u;
const uint REPORT_SIGNALLED = 8u;  // a module has called signal()

// A particle of which a step reports something, as it is after the step, or as it died.
struct Report {
    float x, y, z;
    uint kinds;       // REPORT_*
    float velocity_x, velocity_y, velocity_z;
    uint emitter;     // as particles have it
    uint birth_step;
    uint ordinal;
    uint age;         // steps
    uint step;        // the low word of those that its instance has made
};
const uint REPORT_WORDS = 12u;
const uint REPORTS_HEAD = 4u;  // words before the reports of a step: how many there are, with those that had no room; spare

// A further look of an emitter's particles: look k is the k-th row before the emitter's look_first.
struct LookRow {
    uint code;
    uint first;            // row of its numbers
    uint flags;            // EMITTER_*: how it blends
    uint order;            // the rank of its order
};
const uint EMITTER_BLEND_FLAGS = EMITTER_COVERS | EMITTER_ADDS_COLOUR | EMITTER_TINTS;

// The moments of an emitter's births in a step; only where an emitter is even.
struct BirthTiming {
    uint by_rate;   // births by rate, which come before those by bursts
    float first;    // moment of the first of them, as a share of the step
    float between;  // from each of them to the next
    uint runs;      // of the births by bursts: the first times 2^BURST_RUNS_BITS, plus their number; 0: they fill the step
};
const uint MOMENTS_WORDS = 4u;

// Births of a burst in a step that has moments of its own. Runs follow the timings of all emitters.
struct BurstRun {
    uint end;       // the number, among the emitter's births, of the first that is behind them
    float first;    // moment of the first of them, as a share of the step
    float between;  // from each of them to the next
};
const uint BURST_RUN_WORDS = 3u;
const uint MAX_BURST_RUNS = 256u;  // of all emitters in a step
const uint BURST_RUNS_BITS = 16u;

// In the last word of a particle's identity:
const uint BOUNCED = 0x80000000u;    // it bounced in the last step
const uint SIGNALLED = 0x40000000u;  // a module called signal() in the last step

const uint EVENT_DEATH = 0u;      // its lifetime ended
const uint EVENT_COLLISION = 1u;  // it bounced
const uint EVENT_AGE = 2u;        // it is so many steps old
const uint EVENT_DISTANCE = 3u;   // it has travelled so many metres, and again each time
const uint EVENT_CONDITION = 4u;  // a condition has become true
const uint EVENT_TIME = 5u;       // it has lived so many seconds, and again each time

const uint CHANCE_ONE = 16777216u;  // 2^24, the number of values of a random number with 24 bits

// The children that particles of one emitter give birth to.
struct Link {
    uint emitter;         // of the children
    uint event;           // EVENT_*
    uint measure;         // steps, the bits of metres or of seconds, or the bit of the condition, as the event says
    uint most;            // the most collisions of one parent that count
    uint count_least;     // fewest children of an event
    uint count_choices;   // how many different numbers of children are possible, from the fewest
    uint chance;          // in units of 1 / CHANCE_ONE
    float inherit;        // share of the parent's velocity that children inherit
};

#ifdef __cplusplus
static_assert(sizeof(Pool) == 144 && sizeof(Step) == 112 && sizeof(BirthTiming) == 4 * MOMENTS_WORDS &&
              sizeof(BurstRun) == 4 * BURST_RUN_WORDS);
static_assert(sizeof(InstanceRow) == 16 * INSTANCE_ROWS && sizeof(EffectHead) == 16 * EFFECT_HEAD_ROWS &&
              sizeof(InstanceFigures) == 4 * INSTANCE_FIGURE_WORDS && sizeof(Report) == 4 * REPORT_WORDS);
static_assert(sizeof(LookRow) == 16 && sizeof(EmitterRow) == 16 * EMITTER_ROWS && sizeof(Link) == 16 * LINK_ROWS);
static_assert(offsetof(Pool, low_x) == POOL_BOX_WORD * sizeof(uint) && offsetof(Pool, high_z) == (POOL_BOX_WORD + 5) * sizeof(uint));
static_assert(offsetof(Pool, lost) == POOL_LOST_WORD * sizeof(uint));
}  // namespace winnow::shared
#endif
#endif  // WINNOW_SHARED_PARTICLES_H
