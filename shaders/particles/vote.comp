// One word for every living particle, by logical index: 1 = survives. Promises the compactor: votes[i] is 0 or 1
// for every i below the pool's alive.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS writeonly
#include "particles/buffers.glsl"
#include "particles/precise.glsl"
layout(local_size_x = PARTICLE_THREADS) in;
layout(std430, binding = BIND_VOTES) writeonly buffer Votes { uint votes[]; };

void main() {
    const uint i = particle_index();
    if (i >= min(source_pool.alive, step_now.capacity)) return;
    const uint at = ring_index(source_pool.first, i, step_now.capacity);
    const Particle p = particle_from(source[POSITION].element[at], source[VELOCITY].element[at], uvec4(0u));
    votes[i] = survives(p) ? 1u : 0u;
}
