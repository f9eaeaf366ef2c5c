// Follows one particle: finds it among the living by its step of birth and its ordinal, and computes its next step once more
// with notes of what each module does. Nothing that steps read is written.

#section begin
// Begins the state after a step: the particle is not found yet. One thread.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS readonly
#include "particles/buffers.glsl"
#include "particles/follow.h"
layout(local_size_x = SINGLE_THREAD) in;
layout(std430, binding = BIND_PROBE) buffer FollowedBlock { Followed followed; };
uniform uint step, run, capacity;

void main() {
    followed.now.step = step;
    followed.now.run = run;
    followed.now.alive = min(source_pool.alive, capacity);
    followed.now.is_found = 0u;
    followed.now.index = 0u;
    followed.now.older = 0u;
    followed.now.first = source_pool.first;
    followed.now.capacity = capacity;
    for (uint k = 0u; k < FOLLOWED_ELEMENTS; ++k) followed.now.element[k] = uvec4(0u);
}

#section find
// Looks at each of the living. Needs COLUMNS and PLANES.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS readonly
#include "particles/buffers.glsl"
#include "particles/follow.h"
layout(local_size_x = PARTICLE_THREADS) in;
layout(std430, binding = BIND_PROBE) buffer FollowedBlock { Followed followed; };
uniform uint step, capacity, birth_step, ordinal;

// The low word of steps begins anew: the step after the present one is the farthest.
bool is_older(uint at) {
    const uvec2 identity = source[IDENTITY_COLUMN].element[at].xy;
    const uint other = identity.x - (step + 1u), own = birth_step - (step + 1u);
    return other < own || (other == own && identity.y < ordinal);
}

void main() {
    const uint i = particle_index(), count = min(source_pool.alive, capacity);
    if (i >= count) return;
    const uint at = ring_index(source_pool.first, i, capacity);
    if (is_older(at) && (i + 1u == count || !is_older(ring_index(source_pool.first, i + 1u, capacity)))) followed.now.older = i + 1u;
    if (source[IDENTITY_COLUMN].element[at].xy != uvec2(birth_step, ordinal)) return;
    followed.now.is_found = 1u;
    followed.now.index = i;
    for (uint k = 0u; k < PARTICLE_COLUMNS; ++k) followed.now.element[k] = source[k].element[at];
    for (uint k = PARTICLE_COLUMNS; k < PARTICLE_ELEMENTS; ++k)
        followed.now.element[k] = source[ATTRIBUTE_COLUMN].element[plane_place(k - PARTICLE_COLUMNS, at, capacity)];
}

#section keep
// Keeps the state beside those of the steps before. One thread.
#include "common.glsl"
#include "particles/follow.h"
layout(local_size_x = SINGLE_THREAD) in;
layout(std430, binding = BIND_PROBE) buffer FollowedBlock { Followed followed; };

void main() {
    const uint at = followed.now.step % FOLLOWED_STATES;
    followed.past[at].step = followed.now.step;
    followed.past[at].run = followed.now.run;
    followed.past[at].alive = followed.now.alive;
    followed.past[at].is_found = followed.now.is_found;
    followed.past[at].index = followed.now.index;
    followed.past[at].older = followed.now.older;
    followed.past[at].first = followed.now.first;
    followed.past[at].capacity = followed.now.capacity;
    for (uint k = 0u; k < FOLLOWED_ELEMENTS; ++k) followed.past[at].element[k] = followed.now.element[k];
}

#section advance
// Computes the step that comes next of the particle that was found, if one was, or its birth if that lies in this step. A child's
// birth is known once its parent is. One thread. STACKS has notes (app/effects/compile/stack_text.h). Needs CHILDREN, COLUMNS and
// PLANES.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS readonly
#include "particles/buffers.glsl"
#include "particles/precise.glsl"
#if CHILDREN
#define FOLDED 1
#define KNOWS_PARENT
#include "particles/parents.glsl"
#endif
#include "particles/births.glsl"
#include "particles/follow.h"
layout(local_size_x = SINGLE_THREAD) in;
layout(std430, binding = BIND_PROBE) buffer FollowedBlock { Followed followed; };
uniform uint birth_step, ordinal;

uint noted_code = 0u, notes = 0u;

void note(uint stage, uint number, Particle p, vec3 acceleration, float drag) {
    if (notes == MAX_STEP_NOTES) return;
    const uint at = notes++;
    followed.last.note[at].stage = stage;
    followed.last.note[at].number = number;
    followed.last.note[at].events = p.events;
    followed.last.note[at].drag = drag;
    followed.last.note[at].position = vec4(p.position, p.age);
    followed.last.note[at].velocity = vec4(p.velocity, p.lifetime);
    followed.last.note[at].acceleration = vec4(acceleration, 0.0);
    const ATTRIBUTES stored = stack_stored(noted_code, p);
    for (uint k = 0u; k < PARTICLE_ELEMENTS - PARTICLE_COLUMNS; ++k) followed.last.note[at].attributes[k] = plane_of(stored, k);
}

void note_force(uint number, Particle p, vec3 acceleration, float drag) { note(NOTED_FORCE, number, p, acceleration, drag); }
void note_react(uint number, Particle p) { note(NOTED_REACT, number, p, vec3(0.0), 0.0); }
void note_spawn(uint number, Particle p) { note(NOTED_SPAWN, number, p, vec3(0.0), 0.0); }

void end_notes(bool lives, uint children) {
    followed.last.step = step_now.index;
    followed.last.run = followed.now.run;
    followed.last.notes = notes;
    followed.last.survives = lives ? 1u : 0u;
    followed.last.children = children;
}

void take_step() {
    uvec4 element[PARTICLE_ELEMENTS];
    for (uint k = 0u; k < PARTICLE_ELEMENTS; ++k) {
        element[k] = k < READ_ELEMENTS ? followed.now.element[k] : uvec4(0u);
        followed.last.before[k] = followed.now.element[k];
        followed.last.after[k] = followed.now.element[k];
    }
    const Stored before = particle_from(element);
    const Emitter e = emitter_at(before.identity.z);
    noted_code = e.step_code;
    Stored p = before;
    advance(p, e, step_now);
    uvec4 held[HELD_ELEMENTS];
    put_particle(p, held);
    for (uint k = 0u; k < HELD_ELEMENTS; ++k) followed.last.after[k] = held[k];
#if CHILDREN
    end_notes(survives(p), children_of(before, p));
#else
    end_notes(survives(p), 0u);
#endif
}

void be_born() {
    if (ordinal >= step_now.births) {
#if CHILDREN
        if (known_parent == UNKNOWN_PARENT) return;
#else
        return;
#endif
    }
    const Parentage from = parentage_of(ordinal);
    notes = 0u;  // those are the parent's
    noted_code = emitter_at(from.slot).step_code;
    const Stored p = newborn(from, step_now, ordinal);
    followed.last.after[POSITION_COLUMN] = position_column(p);
    followed.last.after[VELOCITY_COLUMN] = velocity_column(p);
    followed.last.after[IDENTITY_COLUMN] = p.identity;
    for (uint k = PARTICLE_COLUMNS; k < PARTICLE_ELEMENTS; ++k)
        followed.last.after[k] = plane_of(p.attributes, k - PARTICLE_COLUMNS);
    for (uint k = 0u; k < PARTICLE_ELEMENTS; ++k) followed.last.before[k] = followed.last.after[k];
    end_notes(survives(p), 0u);
}

void main() {
    if (followed.now.is_found != 0u) take_step();
    else if (step_now.index == birth_step) be_born();
}
