// Copies the particles that are kept from a ring of the old capacity to the front of columns of the new capacity.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS writeonly
#include "particles/buffers.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

uniform uint old_capacity;
uniform bool keep_newest;

void main() {
    const uint i = particle_index();
    const uint kept = destination_pool.alive;
    if (i >= kept) return;
    const uint skipped = keep_newest ? source_pool.alive - kept : 0u;
    const uint from = ring_index(source_pool.first, skipped + i, old_capacity);
    for (uint c = 0u; c < COLUMNS; ++c) destination[c].element[i] = source[c].element[from];
}
