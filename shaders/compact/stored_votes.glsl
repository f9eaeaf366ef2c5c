// Votes as they are stored: that of record i is bit i % 32 of word i / 32. What lies behind the count is anyone's.
layout(std430, binding = BIND_VOTES) readonly buffer Votes { uint votes[]; };

uniform uint votes_first;  // word of votes where they begin

// The word without the bits from the count on.
uint stored_votes(uint word, uint count) {
    const uint begin = word * VOTES_PER_WORD;
    if (begin >= count) return 0u;
    const uint bits = votes[votes_first + word];
    return count - begin >= VOTES_PER_WORD ? bits : bits & ((1u << (count - begin)) - 1u);
}
