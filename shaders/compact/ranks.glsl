// Ranks the survivors of a tile, for compactors of one pass.
//
//   uint rank_votes(uint tile)
//     writes survivors_before[] and returns the number of survivors in the tile to every thread. A barrier
//     must lie before the call, and between two calls.
#include "compact/common.glsl"

#ifdef RANKS_BY_SUBGROUP
// By the tile's first subgroup, which scans the words' popcounts by shuffles. 32 votes already form a word,
// so no ballot is needed.
const uint LANE_WORDS = (VOTE_WORDS + SUBGROUP_SIZE - 1u) / SUBGROUP_SIZE;
shared uint tile_survivors;

// Returns the popcount of word k of this lane, or 0 beyond the tile's words.
uint lane_popcount(uint first, uint k) { return first + k < VOTE_WORDS ? uint(bitCount(tile_votes[first + k])) : 0u; }

void rank_in_subgroup() {
    const uint first = gl_SubgroupInvocationID * LANE_WORDS;
    uint sum = 0u;
    for (uint k = 0u; k < LANE_WORDS; ++k) sum += lane_popcount(first, k);
    const uint scanned = subgroup_scan(sum);
    uint before = scanned - sum;
    for (uint k = 0u; k < LANE_WORDS; ++k) {
        if (first + k < VOTE_WORDS) survivors_before[first + k] = before;
        before += lane_popcount(first, k);
    }
    if (gl_SubgroupInvocationID == SUBGROUP_SIZE - 1u) tile_survivors = scanned;
}

uint rank_votes(uint tile) {
    if (gl_SubgroupID == 0u) rank_in_subgroup();
    block_barrier();
    return tile_survivors;
}
#else
// By any block scan, whose elements are the votes, each 1 or 0.
#include BLOCK_SCAN_FILE

uint rank_votes(uint tile) {
    T x[ITEMS];
    for (uint i = 0u; i < ITEMS; ++i) x[i] = survives_here(place_of(i)) ? 1u : 0u;
    const T sum = block_scan(x, false);
    for (uint i = 0u; i < ITEMS; ++i)
        if (place_of(i) % VOTES_PER_WORD == 0u) survivors_before[place_of(i) / VOTES_PER_WORD] = x[i];
    block_barrier();
    return sum;
}
#endif
