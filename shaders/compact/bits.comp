// The compactor with one bit per vote: it counts the survivors in every word of votes, a scan of these counts
// gives the number of survivors before each word, and the survivors are moved there. Order is kept.
#include "compact/loaded.glsl"

#section count_survivors
// Each thread counts the survivors in one word of votes.
// For the scan that follows, every word up to the bound is written.
layout(local_size_x = PARTICLE_THREADS) in;

layout(std430, binding = BIND_OFFSETS) writeonly buffer Offsets { uint offsets[]; };

void main() {
    const uint word = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex;
    if (word < groups_for(bound, VOTES_PER_WORD)) offsets[word] = uint(bitCount(stored_votes(word, true_count())));
}

#section move
// Moves every survivor's columns to the place that the scan of the counts gives.
layout(local_size_x = BLOCK_THREADS) in;

layout(std430, binding = BIND_OFFSETS) readonly buffer Offsets { uint offsets[]; };

uint survivors_before_tile(uint tile) { return offsets[tile * VOTE_WORDS]; }

// Writes survivors_before[] and returns the number of survivors in the tile to every thread. A barrier must
// lie before the call. Precondition: the tile begins before the count.
uint rank_votes(uint tile) {
    const uint first = tile * VOTE_WORDS, words = min(VOTE_WORDS, groups_for(true_count(), VOTES_PER_WORD) - first);
    const uint before = survivors_before_tile(tile);
    for (uint w = gl_LocalInvocationIndex; w < words; w += BLOCK_THREADS)
        survivors_before[w] = offsets[first + w] - before;
    block_barrier();
    return survivors_before[words - 1u] + bitCount(tile_votes[words - 1u]);
}

void main() {
    const uint count = true_count(), tile = group_index();
    if (tile >= groups_for(count, TILE)) return;  // uniform for the whole block
    Held held;
    const uint ring_first = first_of_ring();
    collect_votes(tile, count, ring_first, held);
    const uint survivors = rank_votes(tile);
    begin_move();
    block_barrier();
    move_tile(tile, count, ring_first, survivors_before_tile(tile), survivors, held);
}
