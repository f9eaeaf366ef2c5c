// Ranks keys by subgroups: those with the same digit find each other by ballots, and one counts for all of them. Needs
// SUBGROUP_SIZE of 32 and DIGIT_BITS of 8; all invocations of the subgroup take part.
//
// The contract of every file of this kind:
//   WORKERS            how many count by themselves
//   COUNTER_WORDS      of the counters in words[]
//   counter_at         where a worker's counter of a digit lies
//   worker             this invocation's
//   place_of_key(i)    the tile's element that this thread's i-th key is: workers' keys are consecutive pieces of the
//                      tile, in the workers' order
//   clear_counters     of this worker
//   rank_of(digit)     how many keys of the worker with that digit came before; called in the order of the keys

const uint WORKERS = BLOCK_THREADS / SUBGROUP_SIZE;
// Each worker's counters begin in another bank, so that a row of the block scan finds its own in different ones.
const uint BANKS = 32u;
const uint COUNTER_STRIDE = DIGITS + BANKS / WORKERS;
const uint COUNTER_WORDS = COUNTER_STRIDE * WORKERS;
#include "sort/words.glsl"

uint counter_at(uint digit, uint worker) { return worker * COUNTER_STRIDE + digit; }
uint worker() { return gl_SubgroupID; }
uint place_of_key(uint i) { return (gl_SubgroupID * KEYS + i) * SUBGROUP_SIZE + gl_SubgroupInvocationID; }

void clear_counters() {
    for (uint d = gl_SubgroupInvocationID; d < DIGITS; d += SUBGROUP_SIZE) words[counter_at(d, gl_SubgroupID)] = 0u;
    subgroupMemoryBarrierShared();
    subgroupBarrier();
}

// The lanes whose digit has this one's bit.
uint agreeing(uint digit, uint bit) {
    const bool mine = (digit >> bit & 1u) != 0u;
    const uint set = subgroupBallot(mine).x;
    return mine ? set : ~set;
}

// Written out: a loop in the loop over a thread's keys might not be unrolled.
uint same_digit(uint digit) {
    return agreeing(digit, 0u) & agreeing(digit, 1u) & agreeing(digit, 2u) & agreeing(digit, 3u) & agreeing(digit, 4u) &
           agreeing(digit, 5u) & agreeing(digit, 6u) & agreeing(digit, 7u);
}

uint rank_of(uint digit) {
    const uint same = same_digit(digit);
    const uint before = uint(bitCount(same & gl_SubgroupLtMask.x));
    uint counted = 0u;
    if (before == 0u) counted = atomicAdd(words[counter_at(digit, gl_SubgroupID)], uint(bitCount(same)));
    return subgroupShuffle(counted, uint(findLSB(same))) + before;
}
