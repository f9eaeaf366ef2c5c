// The list: where in its columns each particle lies that look.comp voted for, packed in their order to where the scan of
// the tiles' numbers puts them; with them their keys; and the indirect arguments of drawing them, of which the scan has
// written how many there are.
#include "scan/extensions.glsl"
#include "common.glsl"
layout(local_size_x = BLOCK_THREADS) in;
#include RANKS_FILE
#include "compact/columns.glsl"
#include "compact/cast_votes.glsl"
#include ENTRIES_FILE

layout(std430, binding = BIND_VOTES) readonly buffer Votes { uint votes[]; };
layout(std430, binding = BIND_OFFSETS) readonly buffer Offsets { uint offsets[]; };
layout(std430, binding = BIND_LIST_LOOKED_KEYS) readonly buffer LookedKeys { uint looked_keys[]; };
layout(std430, binding = BIND_LIST_SLOTS) writeonly buffer ListSlots { uint list_slots[]; };
layout(std430, binding = BIND_LIST_KEYS) writeonly buffer ListKeys { uint list_keys[]; };
layout(std430, binding = BIND_LIST_STATE) buffer ListBlock { DrawList list; };

uniform bool has_keys;
uniform bool lists_numbers;  // logical indices in the place of places in the columns

void describe() {
    list.vertices = list.drawn * VERTICES_PER_PARTICLE;
    list.instances = 1u;
    list.first = 0u;
    list.base = 0u;
}

void load_votes(uint tile) {
    for (uint w = gl_LocalInvocationIndex; w < VOTE_WORDS; w += BLOCK_THREADS)
        tile_votes[w] = votes[tile * VOTE_WORDS + w];
    block_barrier();
}

void main() {
    const uint count = true_count(), tile = group_index();
    if (tile == 0u && gl_LocalInvocationIndex == 0u) describe();
    if (tile * TILE >= count) return;  // the same for the whole block
    const uint before = offsets[tile], ring_first = first_of_ring();
    load_votes(tile);
    rank_votes(tile);
    for (uint r = 0u; r < ITEMS; ++r) {
        const uint e = number_of(r), i = tile * TILE + e;
        if (!survives_here(e)) continue;
        const uint to = before + rank_of(e);
        list_slots[to] = lists_numbers ? i : place_of_entry(ring_first, i);
        if (has_keys) list_keys[to] = looked_keys[i];
    }
}
