// Decoupled look-back (Merrill and Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016):
// one pass, in which each tile publishes its aggregate at once and then looks back over the aggregates of the
// tiles before it until it finds an inclusive prefix. It moves two words for each element, and no tile waits
// for the look-back of another.
#include "scan/grid/waiting.glsl"

// --- look-back ----------------------------------------------------------------------------------------------------
// look_back returns NO_TILE and sets the sum of everything before the tile, or it returns a tile that is
// still empty. The invocations for which looks_back() is true call it together.

#ifdef NEEDS_SUBGROUPS
// The first subgroup looks back, at one tile per invocation at once.
bool looks_back() { return gl_SubgroupID == 0u; }

// Returns the first lane for which `here` is true, or SUBGROUP_SIZE if there is none.
uint first_lane(bool here) {
    const uvec4 lanes = subgroupBallot(here);
    return lanes == uvec4(0u) ? SUBGROUP_SIZE : subgroupBallotFindLSB(lanes);
}

// In each round the lanes take the tiles back to the nearest inclusive prefix or the first empty state.
uint look_back(uint tile, out T before) {
    before = IDENTITY;
    uint next = tile;  // `before` holds the sum of the tiles from here on
    for (uint looks = 0u; looks < SPIN_LIMIT;) {
        TileState state = TileState(INCLUSIVE_PREFIX, IDENTITY);  // for lanes before the first tile
        if (gl_SubgroupInvocationID < next) state = read_tile_state(next - 1u - gl_SubgroupInvocationID);
        const uint prefix = first_lane(state.status == INCLUSIVE_PREFIX);
        const uint empty = first_lane(state.status == EMPTY);
        const uint taken = min(min(prefix + 1u, empty), SUBGROUP_SIZE);
        before = combine(subgroup_reduce(gl_SubgroupInvocationID < taken ? state.value : IDENTITY), before);
        if (prefix < empty) return NO_TILE;
        next -= taken;
        looks = taken > 0u ? 0u : looks + 1u;  // the tiles further back have not been polled yet
    }
    return next - 1u;
}
#else
// The first thread looks back, tile by tile.
bool looks_back() { return gl_LocalInvocationIndex == 0u; }

uint look_back(uint tile, out T before) {
    before = IDENTITY;
    uint next = tile;  // `before` holds the sum of the tiles from here on
    for (uint looks = 0u; next > 0u && looks < SPIN_LIMIT;) {
        const TileState state = read_tile_state(next - 1u);
        ++looks;
        if (state.status == EMPTY) continue;
        before = combine(state.value, before);
        if (state.status == INCLUSIVE_PREFIX) return NO_TILE;
        --next;
        looks = 0u;  // the next tile has not been polled yet
    }
    return next == 0u ? NO_TILE : next - 1u;
}
#endif

// --- a tile's own sum, and another's ------------------------------------------------------------------------------

void publish_and_look_back(uint tile, T sum) {
    if (!looks_back()) return;
    const bool first = gl_LocalInvocationIndex == 0u;
    if (first) {
        publish(tile, tile == 0u ? INCLUSIVE_PREFIX : AGGREGATE, sum);
        order_before_stores();
    }
    T before;
    const uint missing = look_back(tile, before);
    if (!first) return;
    prefix_before = before;
    missing_tile = missing;
    if (missing == NO_TILE && tile > 0u) publish(tile, INCLUSIVE_PREFIX, combine(before, sum));
}

void fall_back(uint target, T sum) { publish_if_empty(target, target == 0u ? INCLUSIVE_PREFIX : AGGREGATE, sum); }

// Compactors include this file for the functions above and have their own kernels.
#ifdef SCAN_KERNEL
#include "scan/grid/single_pass.glsl"
#endif
