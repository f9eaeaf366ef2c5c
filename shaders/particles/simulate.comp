// Advances every living particle by one step, in place.
#define SOURCE_ACCESS
#define DESTINATION_ACCESS writeonly
#include "particles/buffers.glsl"
#include "particles/precise.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

void main() {
    const uint i = particle_index();
    if (i >= min(source_pool.alive, step_now.capacity)) return;
    const uint at = ring_index(source_pool.first, i, step_now.capacity);
    const uvec4 identity = source[IDENTITY].element[at];
    Particle p = particle_from(source[POSITION].element[at], source[VELOCITY].element[at], identity);
    advance(p, emitters[min(identity.z, step_now.emitters - 1u)], step_now);
    source[POSITION].element[at] = position_column(p);
    source[VELOCITY].element[at] = velocity_column(p);
    if (p.identity.w != identity.w) source[IDENTITY].element[at] = p.identity;
}
