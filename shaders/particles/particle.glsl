// The particle as its columns hold it. Floats are stored as their bits, so that columns can move as integers.
//   column 0: position.xyz (metres), age (steps)
//   column 1: velocity.xyz (metres per second), lifetime (steps)
//   column 2: step of birth, ordinal among that step's births, emitter, bounces (BOUNCED: the last was in this step)
//   column 3: attributes of the emitter's modules; only if one has any
// Needs COLUMNS, the number of columns.
#include "common.glsl"

struct Stored {
    vec3 position;
    uint age;
    vec3 velocity;
    uint lifetime;
    uvec4 identity;
    uvec4 attributes;
};

const uint BOUNCED = 0x80000000u;

const uint POSITION_COLUMN = 0u;
const uint VELOCITY_COLUMN = 1u;
const uint IDENTITY_COLUMN = 2u;
const uint ATTRIBUTE_COLUMN = COLUMNS - 1u;  // if there is one
const bool HAS_ATTRIBUTES = COLUMNS > PARTICLE_COLUMNS;

uint bounces_of(Stored p) { return p.identity.w & ~BOUNCED; }

uvec4 position_column(Stored p) { return uvec4(floatBitsToUint(p.position), p.age); }
uvec4 velocity_column(Stored p) { return uvec4(floatBitsToUint(p.velocity), p.lifetime); }

Stored particle_from(uvec4 column[COLUMNS]) {
    const uvec4 position = column[POSITION_COLUMN], velocity = column[VELOCITY_COLUMN];
    return Stored(uintBitsToFloat(position.xyz), position.w, uintBitsToFloat(velocity.xyz), velocity.w,
                  column[IDENTITY_COLUMN], HAS_ATTRIBUTES ? column[ATTRIBUTE_COLUMN] : uvec4(0u));
}

void put_particle(Stored p, inout uvec4 column[COLUMNS]) {
    if (HAS_ATTRIBUTES) column[ATTRIBUTE_COLUMN] = p.attributes;
    column[POSITION_COLUMN] = position_column(p);
    column[VELOCITY_COLUMN] = velocity_column(p);
    column[IDENTITY_COLUMN] = p.identity;
}

// Returns the place of the ring's i-th particle in the columns. All numbers are below 2^27, so the sum cannot overflow.
uint ring_index(uint first, uint i, uint capacity) { return (first + i) % capacity; }

uint particle_index() { return group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex; }
