// The tile's ranks from the scan of all words' popcounts, made before.
const uint TILE = BLOCK_THREADS * ITEMS;
#include "compact/columns.glsl"
const uint VOTE_WORDS = TILE / VOTES_PER_WORD;
#include "compact/votes.glsl"

layout(std430, binding = BIND_OFFSETS) readonly buffer Offsets { uint offsets[]; };

uint survivors_before_tile(uint tile) { return offsets[tile * VOTE_WORDS]; }

// Writes survivors_before[] and returns how many survive in the tile, to every thread. A barrier lies before it.
// Precondition: the tile begins before the count.
uint rank_votes(uint tile) {
    const uint first = tile * VOTE_WORDS, words = min(VOTE_WORDS, groups_for(true_count(), VOTES_PER_WORD) - first);
    const uint before = survivors_before_tile(tile);
    for (uint w = gl_LocalInvocationIndex; w < words; w += BLOCK_THREADS)
        survivors_before[w] = offsets[first + w] - before;
    block_barrier();
    return survivors_before[words - 1u] + bitCount(tile_votes[words - 1u]);
}
