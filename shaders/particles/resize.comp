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
// Copies the particles that are kept from a ring of the old capacity to the front of columns of the new capacity. PACKS: the
// destination holds only the first PACKED_WORDS words of the attributes, one after another as particles::Checkpoint says;
// UNPACKS: the source does, and the other words become 0.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS writeonly
#include "particles/buffers.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

uniform uint old_capacity, new_capacity;
uniform bool keep_newest;

// Copies plane k of the attributes.
void copy_plane(uint k, uint from, uint to) {
#if defined(PACKS) || defined(UNPACKS)
    uvec4 plane = uvec4(0u);
#ifdef PACKS
    plane = source[ATTRIBUTE_COLUMN].element[plane_place(k, from, old_capacity)];
#endif
    const uint end = min(PLANE_WORDS, PACKED_WORDS - min(k * PLANE_WORDS, PACKED_WORDS));
    for (uint w = 0u; w < end; ++w) {
#ifdef PACKS
        const uint at = (k * PLANE_WORDS + w) * new_capacity + to;
        destination[ATTRIBUTE_COLUMN].element[at / 4u][at % 4u] = plane[w];
#else
        const uint at = (k * PLANE_WORDS + w) * old_capacity + from;
        plane[w] = source[ATTRIBUTE_COLUMN].element[at / 4u][at % 4u];
#endif
    }
#ifdef UNPACKS
    destination[ATTRIBUTE_COLUMN].element[plane_place(k, to, new_capacity)] = plane;
#endif
#else
    destination[ATTRIBUTE_COLUMN].element[plane_place(k, to, new_capacity)] =
        source[ATTRIBUTE_COLUMN].element[plane_place(k, from, old_capacity)];
#endif
}

void main() {
    const uint i = particle_index();
    const uint kept = destination_pool.alive;
    if (i >= kept) return;
    const uint skipped = keep_newest ? source_pool.alive - kept : 0u;
    const uint from = ring_index(source_pool.first, skipped + i, old_capacity);
    for (uint c = 0u; c < PARTICLE_COLUMNS; ++c) destination[c].element[i] = source[c].element[from];
    for (uint k = 0u; k < PARTICLE_ELEMENTS - PARTICLE_COLUMNS; ++k) copy_plane(k, from, i);
}

#section attributes
// Moves the attributes of living particles to where their stacks have them now, after modules with attributes were added,
// removed or moved. The source is the columns as they were. They may be the destination too: each particle is moved by one
// thread, which reads all of its words before it writes one. Needs COLUMNS with attributes, OLD_PLANES, the planes of the
// source, 0 if it has no column of attributes, and PLANES, if the destination has more than one.
#define SOURCE_ACCESS
#define DESTINATION_ACCESS
#include "particles/buffers.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

// By slot, for each of the words: the word that it was, or NO_WORD; and the value that it then has.
struct Moves {
    uint from[MAX_PLANES * PLANE_WORDS];
    uint value[MAX_PLANES * PLANE_WORDS];
};
layout(std430, binding = BIND_BIRTHS) readonly buffer MovesBlock { Moves moves[]; };

uniform uint old_capacity, new_capacity;
uniform bool keep_newest;

const uint NEW_PLANES = PARTICLE_ELEMENTS - PARTICLE_COLUMNS;

uint old_word(uint from, uint w) {
    return source[ATTRIBUTE_COLUMN].element[plane_place(w / PLANE_WORDS, from, old_capacity)][w % PLANE_WORDS];
}

void main() {
    const uint i = particle_index();
    const uint kept = min(destination_pool.alive, new_capacity);
    if (i >= kept) return;
    const uint skipped = keep_newest ? source_pool.alive - kept : 0u;
    const uint from = ring_index(source_pool.first, skipped + i, old_capacity);
    const uint to = ring_index(destination_pool.first, i, new_capacity);
    const uint slot = source[IDENTITY_COLUMN].element[from].z & SLOT_MASK;
    uvec4 now[NEW_PLANES];
    for (uint w = 0u; w < NEW_PLANES * PLANE_WORDS; ++w) {
        const uint was = moves[slot].from[w];
        now[w / PLANE_WORDS][w % PLANE_WORDS] = was < OLD_PLANES * PLANE_WORDS ? old_word(from, was) : moves[slot].value[w];
    }
    for (uint k = 0u; k < NEW_PLANES; ++k) destination[ATTRIBUTE_COLUMN].element[plane_place(k, to, new_capacity)] = now[k];
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
