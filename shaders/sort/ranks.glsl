// Ranks the keys of a tile by a digit. Workers, which are subgroups or threads, count the digits of
// consecutive pieces of the tile, each with its own counters in words[]:
//   WORKERS            the number of workers
//   COUNTER_WORDS      the words of all counters
//   counter_at         the place of a worker's counter of a digit
//   worker             the worker of this invocation
//   place_of_key(i)    the place in the tile of this thread's i-th key; the pieces are in the workers' order
//   clear_counters     clears this worker's counters
//   rank_of(digit)     the number of the worker's earlier keys with that digit; called in the order of the
//                      keys
// It needs DIGITS and SORT_TILE, which radix_sort.comp defines.

#ifdef NEEDS_SUBGROUPS
const uint WORKERS = BLOCK_THREADS / SUBGROUP_SIZE;
// The counters of each worker begin in another bank, so that a row of the block scan reads from different
// banks.
const uint COUNTER_BANKS = 32u;
const uint COUNTER_STRIDE = DIGITS + COUNTER_BANKS / WORKERS;
const uint COUNTER_WORDS = COUNTER_STRIDE * WORKERS;
#else
const uint WORKERS = BLOCK_THREADS;
const uint COUNTER_WORDS = DIGITS * WORKERS;
#endif

// The block's shared memory holds first the counters, then the tile's keys in order, then its values.
shared uint words[COUNTER_WORDS > SORT_TILE ? COUNTER_WORDS : SORT_TILE];

#ifdef NEEDS_SUBGROUPS
// --- by subgroups -------------------------------------------------------------------------------------------------
// Invocations whose keys have the same digit find each other by ballots, and one of them counts for all.
// Needs SUBGROUP_SIZE of 32 and DIGIT_BITS of 8; all invocations of the subgroup take part.

uint counter_at(uint digit, uint worker) { return worker * COUNTER_STRIDE + digit; }
uint worker() { return gl_SubgroupID; }
uint place_of_key(uint i) { return (gl_SubgroupID * KEYS + i) * SUBGROUP_SIZE + gl_SubgroupInvocationID; }

void clear_counters() {
    for (uint d = gl_SubgroupInvocationID; d < DIGITS; d += SUBGROUP_SIZE) words[counter_at(d, gl_SubgroupID)] = 0u;
    subgroupMemoryBarrierShared();
    subgroupBarrier();
}

// Returns the lanes whose digit has the same value of this bit.
uint agreeing(uint digit, uint bit) {
    const bool mine = (digit >> bit & 1u) != 0u;
    const uint set = subgroupBallot(mine).x;
    return mine ? set : ~set;
}

// Written out, because a loop inside the loop over a thread's keys might not be unrolled.
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
#else
// --- by threads, for devices without subgroups --------------------------------------------------------------------
// Each thread has its own counters and a section of consecutive keys, so no thread waits for another.

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
#endif
