// The votes of a tile, 32 a word, and how many of the tile survive before each word: in shared memory, seen by all
// threads of the block. Needs BLOCK_THREADS and VOTE_WORDS. Who collects the votes leaves no bit set from
// the count on.
shared uint tile_votes[VOTE_WORDS];
shared uint survivors_before[VOTE_WORDS];

// Of the tile's record number e.
bool survives_here(uint e) { return (tile_votes[e / VOTES_PER_WORD] >> (e % VOTES_PER_WORD) & 1u) != 0u; }

// How many of the tile's records before number e survive.
uint rank_of(uint e) {
    const uint below = tile_votes[e / VOTES_PER_WORD] & ((1u << (e % VOTES_PER_WORD)) - 1u);
    return survivors_before[e / VOTES_PER_WORD] + bitCount(below);
}
