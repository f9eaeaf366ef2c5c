// Particles with heavy codes, which are advanced apart from the others.

#section list
// Lists the particles with heavy codes of a pool whose passes did not list them, each work group those of a tile. It is a
// pass of its own, because the heavy codes need so many registers that too few threads would be left to read at the
// memory's speed. Guarantees to `advance` the list and its length. Needs STACKS, with heavy codes and others, and COLUMNS.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS writeonly
#define MAX_LISTED PEEL_TILE
#include "particles/buffers.glsl"
layout(local_size_x = PARTICLE_THREADS) in;
#include "particles/precise.glsl"
#include "particles/peel_list.glsl"

const uint PEEL_PARTICLES = PEEL_TILE / PARTICLE_THREADS;  // per thread

// All slots are in flight before the first is used.
void list_tile(uint begin, uint count) {
    uint place[PEEL_PARTICLES], slot[PEEL_PARTICLES];
    for (uint r = 0u; r < PEEL_PARTICLES; ++r) {
        const uint i = min(begin + r * PARTICLE_THREADS + gl_LocalInvocationIndex, count - 1u);
        place[r] = ring_index(source_pool.first, i, step_now.capacity);
        slot[r] = source[IDENTITY_COLUMN].element[place[r]].z;
    }
    for (uint r = 0u; r < PEEL_PARTICLES; ++r) {
        const bool is_there = begin + r * PARTICLE_THREADS + gl_LocalInvocationIndex < count;
        if (is_there && stack_is_heavy(emitter_at(slot[r]).step_code)) list_heavy(place[r]);
    }
}

void main() {
    const uint begin = group_index() * PEEL_TILE;
    const uint count = min(source_pool.alive, step_now.capacity);
    list_begin();
    block_barrier();
    if (begin < count) list_tile(begin, count);
    block_barrier();
    list_commit();
}

#section advance
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
    advance(p, emitter_at(p.identity.z), step_of(p.identity.z));
    uvec4 held[HELD_ELEMENTS];
    put_particle(p, held);
    for (uint k = 0u; k < PARTICLE_COLUMNS; ++k) source[k].element[at] = held[k];
    for (uint k = PARTICLE_COLUMNS; k < HELD_ELEMENTS; ++k)
        source[ATTRIBUTE_COLUMN].element[plane_place(k - PARTICLE_COLUMNS, at, step_now.capacity)] = held[k];
}

void main() {
    const uint threads = gl_NumWorkGroups.x * gl_NumWorkGroups.y * PARTICLE_THREADS;
    for (uint k = particle_index(); k < peel_count; k += threads) peel(peel_list[k]);
}
