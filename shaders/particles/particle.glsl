// The particle as its columns hold it. Floats are stored as their bits, so that columns can move as integers.
//   column 0: position.xyz (metres), age (steps)
//   column 1: velocity.xyz (metres per second), lifetime (steps)
//   column 2: step of birth, ordinal among that step's births, emitter, bounces (BOUNCED: the last was in this step; SIGNALLED)
//   column 3: attributes of the emitters' modules; only if one has any. Plane k has words 4 k to 4 k + 3 of each particle,
//             from element k * capacity on
// Needs COLUMNS, the number of columns, and PLANES, that of the last one's planes, if there are more than one. Then programs
// that run stacks for steps have READ_PLANES, how many of them a step reads, and HELD_PLANES, how many it may change; both
// count from the first, and what is changed is read.
#include "common.glsl"
#include "effects/attributes.glsl"

struct Stored {
    vec3 position;
    uint age;
    vec3 velocity;
    uint lifetime;
    uvec4 identity;
    ATTRIBUTES attributes;
};

const uint POSITION_COLUMN = 0u;
const uint VELOCITY_COLUMN = 1u;
const uint IDENTITY_COLUMN = 2u;
const uint ATTRIBUTE_COLUMN = COLUMNS - 1u;  // if there is one
const bool HAS_ATTRIBUTES = COLUMNS > PARTICLE_COLUMNS;

#ifdef PLANES
#ifndef HELD_PLANES
#define READ_PLANES PLANES
#define HELD_PLANES PLANES
#endif
const uint PARTICLE_ELEMENTS = PARTICLE_COLUMNS + PLANES;  // of a particle
const uint HELD_ELEMENTS = PARTICLE_COLUMNS + HELD_PLANES;  // the first of them, which a step may change
const uint READ_ELEMENTS = PARTICLE_COLUMNS + READ_PLANES;
#else
const uint PARTICLE_ELEMENTS = COLUMNS;
const uint HELD_ELEMENTS = COLUMNS;
const uint READ_ELEMENTS = COLUMNS;
#endif
const uint KEPT_ELEMENTS = HELD_ELEMENTS + 2u;  // of a particle before a step, where a link looks back; see simulate.comp

uint bounces_of(Stored p) { return p.identity.w & ~(BOUNCED | SIGNALLED); }

uvec4 position_column(Stored p) { return uvec4(floatBitsToUint(p.position), p.age); }
uvec4 velocity_column(Stored p) { return uvec4(floatBitsToUint(p.velocity), p.lifetime); }

ATTRIBUTES attributes_from(uvec4 element[PARTICLE_ELEMENTS]) {
#ifdef PLANES
    AttributePlanes stored;
    for (uint k = 0u; k < PLANES; ++k) stored.plane[k] = element[ATTRIBUTE_COLUMN + k];
    return stored;
#else
    return HAS_ATTRIBUTES ? element[ATTRIBUTE_COLUMN] : uvec4(0u);
#endif
}

Stored particle_from(uvec4 element[PARTICLE_ELEMENTS]) {
    const uvec4 position = element[POSITION_COLUMN], velocity = element[VELOCITY_COLUMN];
    return Stored(uintBitsToFloat(position.xyz), position.w, uintBitsToFloat(velocity.xyz), velocity.w,
                  element[IDENTITY_COLUMN], attributes_from(element));
}

// Puts down what a step may change of the particle.
void put_particle(Stored p, inout uvec4 element[HELD_ELEMENTS]) {
    for (uint k = PARTICLE_COLUMNS; k < HELD_ELEMENTS; ++k) element[k] = plane_of(p.attributes, k - PARTICLE_COLUMNS);
    element[POSITION_COLUMN] = position_column(p);
    element[VELOCITY_COLUMN] = velocity_column(p);
    element[IDENTITY_COLUMN] = p.identity;
}

// Returns the place of the ring's i-th particle in the columns. All numbers are below 2^27, so the sum cannot overflow.
uint ring_index(uint first, uint i, uint capacity) { return (first + i) % capacity; }

// Returns the place in the column of attributes of plane k of the particle whose other columns have it at `at`.
uint plane_place(uint k, uint at, uint capacity) { return k * capacity + at; }

uint particle_index() { return group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex; }
