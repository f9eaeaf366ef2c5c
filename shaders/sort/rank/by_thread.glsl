// Ranks keys by threads: each has counters of its own and a section of consecutive keys, so that nobody waits. For
// devices without subgroups; by_subgroup.glsl states the contract.

const uint WORKERS = BLOCK_THREADS;
const uint COUNTER_WORDS = DIGITS * WORKERS;
#include "sort/words.glsl"

uint counter_at(uint digit, uint worker) { return digit * WORKERS + worker; }
uint worker() { return gl_LocalInvocationIndex; }
uint place_of_key(uint i) { return gl_LocalInvocationIndex * KEYS + i; }

void clear_counters() {
    for (uint d = 0u; d < DIGITS; ++d) words[counter_at(d, gl_LocalInvocationIndex)] = 0u;
}

uint rank_of(uint digit) {
    const uint at = counter_at(digit, gl_LocalInvocationIndex);
    const uint before = words[at];
    words[at] = before + 1u;
    return before;
}
