// The chained scan (StreamScan; Yan, Long and Zhang 2013): one pass, in which each tile waits for the prefix of the one
// before it. Moves two words for each element, but the prefixes form one serial chain.
//
// The textbook's version deadlocks when blocks are numbered by their index and a later one keeps an earlier one from
// starting. Here tiles are numbered by tickets in the order in which blocks start, and waiting is bounded.

// No constant to the compiler, which would unroll so many rounds where it is told to unroll all loops: NVIDIA's took
// minutes.
uint patience() { return PATIENCE + uint(bound == 0u); }

Known wait_for(uint tile) {
    Known known = read_tile(tile);
    for (uint looks = 1u; looks < patience() && known.status == EMPTY; ++looks) known = read_tile(tile);
    return known;
}

// Behind the nearest tile before `tile` whose prefix is known.
uint first_unknown(uint tile) {
    uint first = tile - 1u;
    while (first > 0u && read_tile(first - 1u).status == EMPTY) --first;
    return first;
}

// The first thread waits for all. A tile publishes its prefix alone, before its first store.
void publish_and_wait(uint tile, T sum) {
    if (gl_LocalInvocationIndex != 0u) return;
    Known known = Known(PREFIX, IDENTITY);
    if (tile > 0u) known = wait_for(tile - 1u);
    if (known.status == EMPTY) {
        wait_missing = first_unknown(tile);
        return;
    }
    wait_before = known.value;
    wait_missing = NO_TILE;
    publish(tile, PREFIX, combine(known.value, sum));
    order_before_stores();
}

// The tile before `target` is known. The additions are those of the tile itself, in the same order.
void lend(uint target, T sum) {
    T before = IDENTITY;
    if (target > 0u) before = read_tile(target - 1u).value;
    publish_if_empty(target, PREFIX, combine(before, sum));
}
