// The fused compactor: vote, scan and move in one pass. Every tile counts its survivors, finds the number of
// survivors before them by the strategy of a single-pass scan, and packs them there. Order is kept, and the
// columns are read and written once.
#include "compact/common.glsl"
layout(local_size_x = BLOCK_THREADS) in;
#include "compact/ranks.glsl"
#if MAKES_RECORDS
#include "compact/made.glsl"
#else
#include "compact/loaded.glsl"
#endif

layout(std430, binding = BIND_DESTINATION_POOL) buffer SurvivorsWords { uint survivors_words[]; };

uniform uint survivors_index;  // index in survivors_words

#include STRATEGY_FILE

void order_before_stores() {}  // compaction never works in place

void main() {
    const uint count = true_count();
    const uint tiles = tiles_of(count);
    const uint tile = take_tile(tiles);
    if (tile >= tiles) return;  // uniform for the whole block
    delay_tile(tile);
    const uint ring_first = first_of_ring();
    Held held;
    uint survivors = 0u;
    for (uint target = tile; target != NO_TILE; target = next_target()) {
        collect_votes(target, count, ring_first, held);
        survivors = rank_votes(target);
        if (target == tile) begin_move();
        publish_sum(tile, target, survivors);
    }
    const uint before = prefix_before;
    move_tile(tile, count, ring_first, before, survivors, held);
    if (tile + 1u == tiles && gl_LocalInvocationIndex == 0u) survivors_words[survivors_index] = before + survivors;
}
