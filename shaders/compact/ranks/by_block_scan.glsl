// The tile's ranks by any block scan: its elements are the votes, each a one or a zero.
#include BLOCK_SCAN_FILE
#include "scan/block/place.glsl"
const uint VOTE_WORDS = TILE / VOTES_PER_WORD;
#include "compact/votes.glsl"

// Writes survivors_before[] and returns how many survive in the tile, to every thread. A barrier lies before it, and
// between two calls.
uint rank_votes(uint tile) {
    T x[ITEMS];
    for (uint i = 0u; i < ITEMS; ++i) x[i] = survives_here(place_of(i)) ? 1u : 0u;
    const T sum = block_scan(x, false);
    for (uint i = 0u; i < ITEMS; ++i)
        if (place_of(i) % VOTES_PER_WORD == 0u) survivors_before[place_of(i) / VOTES_PER_WORD] = x[i];
    block_barrier();
    return sum;
}
