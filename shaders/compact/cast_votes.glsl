// The votes of records that the threads of a block hold: thread t has the tile's records t, t + BLOCK_THREADS... Comes
// behind votes.glsl.

// The number in the tile of this thread's record r. Where there are subgroups, each has neighbours.
uint number_of(uint r) {
#ifdef NEEDS_SUBGROUPS
    return r * BLOCK_THREADS + gl_SubgroupID * SUBGROUP_SIZE + gl_SubgroupInvocationID;
#else
    return r * BLOCK_THREADS + gl_LocalInvocationIndex;
#endif
}

#ifdef NEEDS_SUBGROUPS
const bool BALLOTS_ARE_WORDS = SUBGROUP_SIZE == VOTES_PER_WORD;
#else
const bool BALLOTS_ARE_WORDS = false;
#endif

// All threads of the block call it before they vote.
void begin_votes() {
    if (BALLOTS_ARE_WORDS) return;
    for (uint w = gl_LocalInvocationIndex; w < VOTE_WORDS; w += BLOCK_THREADS) tile_votes[w] = 0u;
    block_barrier();
}

// All threads of the block must call it.
void cast_vote(uint e, bool survives) {
#ifdef NEEDS_SUBGROUPS
    if (BALLOTS_ARE_WORDS) {
        const uint word = subgroupBallot(survives).x;
        if (gl_SubgroupInvocationID == 0u) tile_votes[e / VOTES_PER_WORD] = word;
        return;
    }
#endif
    if (survives) atomicOr(tile_votes[e / VOTES_PER_WORD], 1u << (e % VOTES_PER_WORD));
}
