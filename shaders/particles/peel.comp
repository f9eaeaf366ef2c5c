// Advances the particles of the list of those with heavy codes, in place and in full subgroups. Guarantees to the folded
// pass, which runs the light codes only, that all particles with heavy codes below the pool's alive are advanced. Needs
// STACKS, with heavy codes and others, and COLUMNS.
#define SOURCE_ACCESS
#define DESTINATION_ACCESS writeonly
#define CODES HEAVY_CODES
#include "particles/buffers.glsl"
#include "particles/precise.glsl"
#include "particles/peel_list.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

void peel(uint at) {
    Stored p = load_particle(at);
    advance(p, emitter_at(p.identity.z), step_now);
    uvec4 column[COLUMNS];
    put_particle(p, column);
    for (uint c = 0u; c < COLUMNS; ++c) source[c].element[at] = column[c];
}

void main() {
    const uint threads = gl_NumWorkGroups.x * gl_NumWorkGroups.y * PARTICLE_THREADS;
    for (uint k = particle_index(); k < peel_count; k += threads) peel(peel_list[k]);
}
