// Changes of a simulation between two steps: another capacity, another layout of the attributes, and the box of the living
// again.

#section pool
// Makes the pool for another capacity. One thread. Particles that no longer fit are the newest or, if the effect
// replaces the oldest, the oldest. Guarantees to `columns` that destination_pool.alive particles are kept.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS writeonly
#include "particles/buffers.glsl"
#include "particles/pool.glsl"
layout(local_size_x = SINGLE_THREAD) in;

uniform uint new_capacity;

void main() {
    Pool pool = source_pool;
    const uint kept = min(pool.alive, new_capacity);
    pool.shrunk += pool.alive - kept;
    pool.first = 0u;
    set_alive(pool, kept);
    set_refit(pool, true);
    destination_pool = pool;
}

#section columns
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

#section attributes
// Moves the attributes of living particles to where their stacks have them now, in place, after modules with attributes
// were added, removed or moved. Needs COLUMNS with attributes.
#define SOURCE_ACCESS
#define DESTINATION_ACCESS readonly
#include "particles/buffers.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

// By slot, for each of the four words: the word that it was, or NO_WORD; and the value that it then has.
struct Moves {
    uvec4 from;
    uvec4 value;
};
layout(std430, binding = BIND_BIRTHS) readonly buffer MovesBlock { Moves moves[]; };

uniform uint capacity;

void main() {
    const uint i = particle_index();
    if (i >= min(source_pool.alive, capacity)) return;
    const uint at = ring_index(source_pool.first, i, capacity);
    const Moves m = moves[source[IDENTITY_COLUMN].element[at].z];
    const uvec4 old = source[ATTRIBUTE_COLUMN].element[at];
    uvec4 now = m.value;
    for (uint w = 0u; w < 4u; ++w)
        if (m.from[w] != NO_WORD) now[w] = old[m.from[w]];
    source[ATTRIBUTE_COLUMN].element[at] = now;
}

#section box
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
