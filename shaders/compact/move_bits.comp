// Moves every survivor's columns to where the scan of the popcounts puts it.
#include "common.glsl"
layout(local_size_x = BLOCK_THREADS) in;
#include "compact/ranks/by_offsets.glsl"
#include "compact/records/loaded.glsl"

void main() {
    const uint count = true_count(), tile = group_index();
    if (tile >= groups_for(count, TILE)) return;  // the same for the whole block
    Held held;
    const uint ring_first = first_of_ring();
    collect_votes(tile, count, ring_first, held);
    const uint survivors = rank_votes(tile);
    begin_move();
    block_barrier();
    move_tile(tile, count, ring_first, survivors_before_tile(tile), survivors, held);
}
