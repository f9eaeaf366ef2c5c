// Who is listed: the vote of every entry, and how many of each tile. Promises list.comp: the votes of all tiles that
// have entries, no bit set from the count on; the number listed of every tile up to the bound; and where keys are asked
// for, the key of each that is listed, by its number. Nothing of a particle but its position is read, and its velocity
// where motion is drawn as length.
#include "scan/extensions.glsl"
#pragma optionNV(unroll all)  // the positions of a thread stay in its registers
#include "common.glsl"
layout(local_size_x = BLOCK_THREADS) in;
const uint TILE = BLOCK_THREADS * ITEMS;
#include "compact/votes.glsl"
#include "compact/columns.glsl"
#include "compact/cast_votes.glsl"
#include ENTRIES_FILE
#include "render/list/sight.glsl"
#include "render/list/depth_key.glsl"

layout(std430, binding = BIND_VOTES) writeonly buffer Votes { uint votes[]; };
layout(std430, binding = BIND_OFFSETS) writeonly buffer Offsets { uint offsets[]; };
layout(std430, binding = BIND_LIST_LOOKED_KEYS) writeonly buffer LookedKeys { uint looked_keys[]; };

uniform bool culls;  // else all are listed
uniform bool has_keys;

shared uint tile_listed;

vec3 position_at(uint from) { return uintBitsToFloat(ring_columns[0].element[from].xyz); }

bool is_listed(uint from, vec3 place) {
    if (!culls) return true;
    vec3 motion = vec3(0.0);
    if (longest_stretch > 0.0) motion = uintBitsToFloat(ring_columns[1].element[from].xyz) * longest_stretch;
    return is_seen(place, motion);
}

// All positions are on their way before the first is used.
void vote(uint tile, uint count) {
    const uint ring_first = first_of_ring();
    uint from[ITEMS];
    for (uint r = 0u; r < ITEMS; ++r) {
        const uint i = tile * TILE + number_of(r);
        from[r] = i < count ? place_of_entry(ring_first, i) : NOWHERE;
    }
    vec3 place[ITEMS];
    for (uint r = 0u; r < ITEMS; ++r) place[r] = position_at(min(from[r], capacity - 1u));
    for (uint r = 0u; r < ITEMS; ++r) {
        const bool listed = from[r] != NOWHERE && is_listed(from[r], place[r]);
        cast_vote(number_of(r), listed);
        if (has_keys && listed) looked_keys[tile * TILE + number_of(r)] = depth_key(depth_before_eye(place[r]));
    }
}

// How many of the tile are listed, to the first thread.
uint count_votes(uint tile) {
    for (uint w = gl_LocalInvocationIndex; w < VOTE_WORDS; w += BLOCK_THREADS) {
        votes[tile * VOTE_WORDS + w] = tile_votes[w];
        atomicAdd(tile_listed, uint(bitCount(tile_votes[w])));
    }
    block_barrier();
    return tile_listed;
}

void main() {
    const uint count = true_count(), tile = group_index();
    if (tile >= groups_for(bound, TILE)) return;
    uint listed = 0u;
    if (tile * TILE < count) {  // the same for the whole block
        if (gl_LocalInvocationIndex == 0u) tile_listed = 0u;
        begin_votes();
        vote(tile, count);
        block_barrier();
        listed = count_votes(tile);
    }
    if (gl_LocalInvocationIndex == 0u) offsets[tile] = listed;
}
