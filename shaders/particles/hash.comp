// Hashes the living particles and their order: every particle's words and its logical index are mixed, and the results
// are summed modulo 2^32 in two lanes. The sum does not depend on the order of the threads.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS readonly
#include "particles/buffers.glsl"
#include "particles/random.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

shared uint sums_low[PARTICLE_THREADS];
shared uint sums_high[PARTICLE_THREADS];

uvec2 hash_particle(uint i) {
    const uint at = ring_index(destination_pool.first, i, step_now.capacity);
    uvec4 h = hash4(uvec4(i, 0x57494E4Eu, 0x4F570001u, i ^ 0xFFFFFFFFu));
    for (uint c = 0u; c < COLUMNS; ++c) {
        uvec4 element = destination[c].element[at];
        if (c == IDENTITY_COLUMN) element.z &= SLOT_MASK;  // whichever instance it is of
        h = hash4(h ^ element);
    }
    for (uint k = 1u; k < PARTICLE_ELEMENTS - PARTICLE_COLUMNS; ++k)
        h = hash4(h ^ destination[ATTRIBUTE_COLUMN].element[plane_place(k, at, step_now.capacity)]);
    return hash4(h).xy;
}

void main() {
    const uint i = particle_index();
    const uvec2 mine = i < min(destination_pool.alive, step_now.capacity) ? hash_particle(i) : uvec2(0u);
    const uint thread = gl_LocalInvocationIndex;
    sums_low[thread] = mine.x;
    sums_high[thread] = mine.y;
    for (uint half_of = PARTICLE_THREADS / 2u; half_of > 0u; half_of >>= 1) {
        block_barrier();
        if (thread < half_of) {
            sums_low[thread] += sums_low[thread + half_of];
            sums_high[thread] += sums_high[thread + half_of];
        }
    }
    if (thread == 0u) {
        atomicAdd(destination_pool.hash_low, sums_low[0]);
        atomicAdd(destination_pool.hash_high, sums_high[0]);
    }
}
