// The ranks of a part by any block scan: its elements are the popcounts of the votes' words.
#include BLOCK_SCAN_FILE
#include "scan/block/place.glsl"
const uint VOTE_WORDS = BLOCK_THREADS * ITEMS;
#include "compact/votes.glsl"

// Writes survivors_before[] and returns how many are listed in the part, which has so many words of votes, to every
// thread. A barrier lies before it, and between two calls.
uint rank_votes(uint words) {
    T x[ITEMS];
    for (uint i = 0u; i < ITEMS; ++i) x[i] = place_of(i) < words ? uint(bitCount(tile_votes[place_of(i)])) : 0u;
    const T sum = block_scan(x, false);
    for (uint i = 0u; i < ITEMS; ++i) survivors_before[place_of(i)] = x[i];
    block_barrier();
    return sum;
}
