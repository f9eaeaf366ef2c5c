// The kernel of the scans in one pass, which reads and writes every tile once. Needs publish_and_look_back() and
// fall_back() of a grid strategy.
layout(local_size_x = BLOCK_THREADS) in;
#include "scan/grid/tile.glsl"

uniform bool in_place;

// In place, other blocks must see the published sum before they can see a stored element.
void order_before_stores() {
    if (in_place) memoryBarrier();
}

void main() {
    const uint count = true_count();
    const uint tiles = tiles_of(count);
    const uint tile = take_tile(tiles);
    if (tile >= tiles) return;  // uniform for the whole block
    delay_tile(tile);
    T x[ITEMS];
    T sum = IDENTITY;
    for (uint target = tile; target != NO_TILE; target = next_target()) {
        load_tile(target * TILE, count, input_first, x);
        sum = block_scan(x, inclusive);
        publish_sum(tile, target, sum);
    }
    const T before = prefix_before;
    store_tile(tile * TILE, count, output_first, before, x);
    if (tile + 1u == tiles && wants_total && gl_LocalInvocationIndex == 0u)
        scan_total[total_index] = combine(before, sum);
}
