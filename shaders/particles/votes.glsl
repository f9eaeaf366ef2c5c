// Stores the votes of a work group's particles by logical index. Needs VOTE_BITS: 1 for a bit per vote, 0 for a word
// per vote; and local_size_x = PARTICLE_THREADS, one particle per invocation.
layout(std430, binding = BIND_VOTES) writeonly buffer Votes { uint votes[]; };

#if VOTE_BITS
const uint WORD_BITS = 32u;
shared uint group_votes[PARTICLE_THREADS / WORD_BITS];

// Call it in all invocations of a group; contains barriers. Bits from the count on are zero.
void cast_vote(uint i, uint count, bool survives) {
    const uint thread = gl_LocalInvocationIndex, word = thread / WORD_BITS, bit = thread % WORD_BITS;
    if (bit == 0u) group_votes[word] = 0u;
    block_barrier();
    if (survives) atomicOr(group_votes[word], 1u << bit);
    block_barrier();
    if (bit == 0u && i < count) votes[i / WORD_BITS] = group_votes[word];
}
#else
void cast_vote(uint i, uint count, bool survives) {
    if (i < count) votes[i] = survives ? 1u : 0u;
}
#endif
