// Vote, scan and move in one pass: every tile counts its survivors, waits for how many lie before them, as a
// single-pass scan's does, and packs them there. Order is kept, and the columns are read and written once.
#include "compact/one_pass.glsl"

void order_before_stores() {}  // nothing is packed in place

const uint TILES_BINDING = BIND_COMPACT_TILES, TICKETS_BINDING = BIND_COMPACT_TICKETS;
#include "scan/grid/waiting.glsl"

void main() {
    const uint count = true_count();
    const uint tiles = tiles_of(count);
    const uint tile = take_tile(tiles);
    if (tile >= tiles) return;  // the same for the whole block
    delay_tile(tile);
    const uint ring_first = first_of_ring();
    Held held;
    uint survivors = 0u;
    for (uint target = tile; target != NO_TILE; target = next_target()) {
        collect_votes(target, count, ring_first, held);
        survivors = rank_votes(target);
        if (target == tile) begin_move();
        make_known(tile, target, survivors);
    }
    const uint before = wait_before;
    move_tile(tile, count, ring_first, before, survivors, held);
    if (tile + 1u == tiles && gl_LocalInvocationIndex == 0u) survivors_words[survivors_index] = before + survivors;
}
