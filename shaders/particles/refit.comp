// Computes the box of the living particles again when particles were replaced or the capacity shrank, because the box
// of the survivors may then be too large.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS readonly
#include "particles/buffers.glsl"
#include "particles/bounds.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

uniform uint capacity;

void main() {
    box_begin();
    const uint i = particle_index();
    if (i < min(destination_pool.alive, capacity)) {
        const uint at = ring_index(destination_pool.first, i, capacity);
        box_include(uintBitsToFloat(destination[POSITION_COLUMN].element[at].xyz));
    }
    box_commit();
}
