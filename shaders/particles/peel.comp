// Advances the particles of the list of those with heavy codes, in full subgroups, and writes their records by logical
// index. The source keeps the state before the step. Guarantees to the folded pass that all particles with heavy codes
// below the pool's alive have their records. Needs STACKS, with heavy codes and others, and COLUMNS.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS writeonly
#define CODES HEAVY_CODES
#include "particles/buffers.glsl"
#include "particles/precise.glsl"
#include "particles/peel_list.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

void peel(uint i) {
    Stored p = load_particle(ring_index(source_pool.first, i, step_now.capacity));
    advance(p, emitter_at(p.identity.z), step_now);
    uvec4 column[COLUMNS];
    put_particle(p, column);
    for (uint c = 0u; c < COLUMNS; ++c) destination[c].element[i] = column[c];
}

void main() {
    const uint threads = gl_NumWorkGroups.x * gl_NumWorkGroups.y * PARTICLE_THREADS;
    for (uint k = particle_index(); k < peel_count; k += threads) peel(peel_list[k]);
}
