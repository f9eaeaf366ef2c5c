// The one kernel of every single-pass strategy: publishes a tile's sum and waits for what lies before it, or lends its
// sum to another tile.
void main() {
    const uint count = true_count();
    const uint tiles = tiles_of(count);
    const uint tile = take_tile(tiles);
    if (tile >= tiles) return;  // the same for the whole block
    delay_tile(tile);
    T x[ITEMS];
    T sum = IDENTITY;
    for (uint target = tile; target != NO_TILE;) {
        load_tile(target * TILE, count, input_first, x);
        sum = block_scan(x, inclusive);
        if (target == tile) {
            publish_and_wait(tile, sum);
        } else if (gl_LocalInvocationIndex == 0u) {
            lend(target, sum);
            wait_missing = tile;  // its own again
        }
        block_barrier();
        target = wait_missing;
        if (target != NO_TILE) block_barrier();  // everyone has read it
    }
    const T before = wait_before;
    store_tile(tile * TILE, count, output_first, before, x);
    if (tile + 1u == tiles && wants_total && gl_LocalInvocationIndex == 0u)
        scan_total[total_index] = combine(before, sum);
}
