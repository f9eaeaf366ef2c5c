// The particle and its three columns. Floats are stored as their bits, so that columns can move as integers.
//   column 0: position.xyz (metres), age (steps)
//   column 1: velocity.xyz (metres per second), lifetime (steps)
//   column 2: step of birth, ordinal among that step's births, emitter, bounces (BOUNCED: the last was in this step)
#include "common.glsl"

struct Particle {
    vec3 position;
    uint age;
    vec3 velocity;
    uint lifetime;
    uvec4 identity;
};

const uint BOUNCED = 0x80000000u;

const uint POSITION_COLUMN = 0u;
const uint VELOCITY_COLUMN = 1u;
const uint IDENTITY_COLUMN = 2u;

uint bounces_of(Particle p) { return p.identity.w & ~BOUNCED; }

uvec4 position_column(Particle p) { return uvec4(floatBitsToUint(p.position), p.age); }
uvec4 velocity_column(Particle p) { return uvec4(floatBitsToUint(p.velocity), p.lifetime); }

Particle particle_from(uvec4 position, uvec4 velocity, uvec4 identity) {
    return Particle(uintBitsToFloat(position.xyz), position.w, uintBitsToFloat(velocity.xyz), velocity.w, identity);
}

// Returns the place of the ring's i-th particle in the columns. All numbers are below 2^27, so the sum cannot overflow.
uint ring_index(uint first, uint i, uint capacity) { return (first + i) % capacity; }

uint particle_index() { return group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex; }
