// The tile's ranks by its first subgroup: the words' popcounts are scanned by shuffles. 32 votes are a word already, so
// that nothing is left for a ballot to do.
#include "scan/monoid.glsl"
#include "scan/subgroups.glsl"
const uint TILE = BLOCK_THREADS * ITEMS;
const uint VOTE_WORDS = TILE / VOTES_PER_WORD;
#include "compact/votes.glsl"

const uint LANE_WORDS = (VOTE_WORDS + SUBGROUP_SIZE - 1u) / SUBGROUP_SIZE;
shared uint tile_survivors;

// Of word k of this lane; behind the tile's there is nobody.
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

// Writes survivors_before[] and returns how many survive in the tile, to every thread. A barrier lies before it, and
// between two calls.
uint rank_votes(uint tile) {
    if (gl_SubgroupID == 0u) rank_in_subgroup();
    block_barrier();
    return tile_survivors;
}
