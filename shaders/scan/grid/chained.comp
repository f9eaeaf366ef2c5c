// The chained scan (StreamScan; Yan, Long and Zhang 2013): one pass, in which each tile waits for the
// inclusive prefix of the tile before it. It moves two words for each element, but the prefixes form one
// serial chain.
//
// The textbook's version deadlocks if tiles are numbered by block index and a later block keeps an earlier
// one from starting. Here tiles are numbered by tickets in the order in which blocks start, and waiting is
// bounded.
#include "scan/grid/waiting.glsl"

// --- waiting for one tile -----------------------------------------------------------------------------------------

// The limit must not be a constant for the compiler: in a shader that unrolls all loops, the compiler would
// unroll the waiting loop this many times. NVIDIA's compiler took minutes for that.
uint spin_limit() { return SPIN_LIMIT + uint(bound == 0u); }

TileState wait_for(uint tile) {
    TileState state = read_tile_state(tile);
    for (uint looks = 1u; looks < spin_limit() && state.status == EMPTY; ++looks) state = read_tile_state(tile);
    return state;
}

// Returns the tile after the nearest tile before `tile` whose prefix is published.
uint first_unpublished(uint tile) {
    uint first = tile - 1u;
    while (first > 0u && read_tile_state(first - 1u).status == EMPTY) --first;
    return first;
}

// --- a tile's own prefix, and another's ---------------------------------------------------------------------------

// The first thread waits for the whole block. A tile publishes only its prefix, before its first store.
void publish_and_look_back(uint tile, T sum) {
    if (gl_LocalInvocationIndex != 0u) return;
    TileState before = TileState(INCLUSIVE_PREFIX, IDENTITY);
    if (tile > 0u) before = wait_for(tile - 1u);
    if (before.status == EMPTY) {
        missing_tile = first_unpublished(tile);
        return;
    }
    prefix_before = before.value;
    missing_tile = NO_TILE;
    publish(tile, INCLUSIVE_PREFIX, combine(before.value, sum));
    order_before_stores();
}

// Precondition: the tile before `target` has published. The additions are those of the target tile itself, in
// the same order.
void fall_back(uint target, T sum) {
    T before = IDENTITY;
    if (target > 0u) before = read_tile_state(target - 1u).value;
    publish_if_empty(target, INCLUSIVE_PREFIX, combine(before, sum));
}

// Compactors include this file for the functions above and have their own kernels.
#ifdef SCAN_KERNEL
#include "scan/grid/single_pass.glsl"
#endif
