// The radix sort of pairs of keys and values: after a plan, three passes for each digit, the lowest digit
// first. They count each digit in each tile, scan the counts (with any scan), and move every pair to the
// place that the scanned count of its digit and tile gives. Pairs with equal keys stay in order.
//
// The host defines DIGIT_BITS, BLOCK_THREADS, KEYS (keys per thread) and ITEMS (counters that a thread scans
// when pairs are moved).

#section move_by_digit
#define UNROLLS_ALL_LOOPS  // the keys, ranks and values of a thread stay in its registers

#section plan count_digits move_by_digit
#define COUNT_BINDING BIND_SORT_COUNT
#include "scan/common.glsl"

const uint DIGITS = 1u << DIGIT_BITS;
const uint SORT_TILE = BLOCK_THREADS * KEYS;

#section plan
// One thread computes the plan from the number of pairs. After a command barrier the plan holds the number of
// groups for each digit's passes, and the number of counters for the scan between them.
layout(local_size_x = SINGLE_THREAD) in;

layout(std430, binding = BIND_SORT_PLAN) writeonly buffer SortPlanBlock { SortPlan plan; };

void main() {
    const uint count = true_count();
    const uint tiles = groups_for(count, SORT_TILE);
    const uvec3 groups = folded_groups(tiles);
    plan = SortPlan(groups.x, groups.y, groups.z, count, tiles, tiles << DIGIT_BITS, 0u, 0u);
}

#section count_digits move_by_digit
layout(local_size_x = BLOCK_THREADS) in;

layout(std430, binding = BIND_SORT_KEYS) readonly buffer SortKeys { uint sort_keys[]; };
layout(std430, binding = BIND_SORT_PLAN) readonly buffer SortPlanBlock { SortPlan plan; };

uniform uint keys_first;  // index in sort_keys of the first key
uniform uint shift;       // the lowest bit of the digit

uint digit_of(uint key) { return key >> shift & (DIGITS - 1u); }

// Returns the place of a tile's count of a digit. Scanned in this order, the counts give the places of the
// pairs.
uint count_place(uint digit, uint tile) { return digit * plan.tiles + tile; }

#section count_digits
// Counts each digit in each tile: writes counts[digit][tile] of all tiles.

layout(std430, binding = BIND_SORT_COUNTS) writeonly buffer SortCounts { uint counts[]; };

shared uint count_of[DIGITS];

void count_keys(uint begin) {
    const uint first = begin + gl_LocalInvocationIndex;
    uint key[KEYS];  // all loads are in flight before the first is used
    for (uint i = 0u; i < KEYS; ++i)
        key[i] = sort_keys[keys_first + min(first + i * BLOCK_THREADS, plan.count - 1u)];
    for (uint i = 0u; i < KEYS; ++i)
        if (first + i * BLOCK_THREADS < plan.count) atomicAdd(count_of[digit_of(key[i])], 1u);
}

void main() {
    const uint tile = group_index();
    if (tile >= plan.tiles) return;  // uniform for the whole block
    for (uint d = gl_LocalInvocationIndex; d < DIGITS; d += BLOCK_THREADS) count_of[d] = 0u;
    block_barrier();
    count_keys(tile * SORT_TILE);
    block_barrier();
    for (uint d = gl_LocalInvocationIndex; d < DIGITS; d += BLOCK_THREADS) counts[count_place(d, tile)] = count_of[d];
}

#section move_by_digit
// Moves every pair to the place of its digit, in order within the digit. A tile is first sorted by the digit
// in shared memory, so that neighbouring threads write to neighbouring places. The block scan of the workers'
// counters, in the order (digit, worker), gives the place in the tile of each worker's keys of a digit.
#include BLOCK_SCAN_FILE
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
// It needs DIGITS and SORT_TILE, which are defined above.

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

layout(std430, binding = BIND_SORT_VALUES) readonly buffer SortValues { uint sort_values[]; };
layout(std430, binding = BIND_SORT_KEYS_OUT) writeonly buffer SortKeysOut { uint keys_out[]; };
layout(std430, binding = BIND_SORT_VALUES_OUT) writeonly buffer SortValuesOut { uint values_out[]; };
layout(std430, binding = BIND_SORT_COUNTS) readonly buffer SortCounts { uint counts[]; };  // scanned

uniform uint values_first;
uniform uint keys_out_first;
uniform uint values_out_first;

const uint BEYOND = 0xFFFFFFFFu;  // key for places beyond the last: sorted last in the tile and never stored

shared uint digit_begin[DIGITS];  // place of a digit's keys in the output, minus their place in the tile

uint counter_place(uint e) { return counter_at(e / WORKERS, e % WORKERS); }

// Turns each counter into the number of the tile's keys before those that it counted.
void scan_counters() {
    T x[ITEMS];
    for (uint i = 0u; i < ITEMS; ++i) x[i] = words[counter_place(place_of(i))];
    block_scan(x, false);
    for (uint i = 0u; i < ITEMS; ++i) words[counter_place(place_of(i))] = x[i];
}

void load_keys(uint begin, out uint key[KEYS]) {
    for (uint i = 0u; i < KEYS; ++i) key[i] = sort_keys[keys_first + min(begin + place_of_key(i), plan.count - 1u)];
    for (uint i = 0u; i < KEYS; ++i)
        if (begin + place_of_key(i) >= plan.count) key[i] = BEYOND;
}

void load_values(uint begin, out uint value[KEYS]) {
    for (uint i = 0u; i < KEYS; ++i)
        value[i] = sort_values[values_first + min(begin + place_of_key(i), plan.count - 1u)];
}

// Computes the place in the tile of each key. Sets digit_begin; `before` is the output place of the digit
// whose number equals this thread's index.
void rank_keys(uint key[KEYS], uint before, out uint rank[KEYS]) {
    clear_counters();
    for (uint i = 0u; i < KEYS; ++i) rank[i] = rank_of(digit_of(key[i]));
    block_barrier();
    scan_counters();
    block_barrier();
    for (uint i = 0u; i < KEYS; ++i) rank[i] += words[counter_at(digit_of(key[i]), worker())];
    if (gl_LocalInvocationIndex < DIGITS)
        digit_begin[gl_LocalInvocationIndex] = before - words[counter_at(gl_LocalInvocationIndex, 0u)];
    block_barrier();
}

void put_in_order(uint x[KEYS], uint rank[KEYS]) {
    for (uint i = 0u; i < KEYS; ++i) words[rank[i]] = x[i];
    block_barrier();
}

void main() {
    const uint tile = group_index();
    if (tile >= plan.tiles) return;  // uniform for the whole block
    const uint begin = tile * SORT_TILE;
    const uint here = min(plan.count - begin, SORT_TILE);
    uint x[KEYS];
    load_keys(begin, x);
    const uint before =
        gl_LocalInvocationIndex < DIGITS ? counts[count_place(gl_LocalInvocationIndex, tile)] : 0u;
    uint rank[KEYS];
    rank_keys(x, before, rank);
    put_in_order(x, rank);
    uint to[KEYS];
    for (uint i = 0u; i < KEYS; ++i) {
        const uint place = i * BLOCK_THREADS + gl_LocalInvocationIndex;
        const uint key = words[place];
        to[i] = digit_begin[digit_of(key)] + place;
        if (place < here) keys_out[keys_out_first + to[i]] = key;
    }
    load_values(begin, x);
    block_barrier();
    put_in_order(x, rank);
    for (uint i = 0u; i < KEYS; ++i) {
        const uint place = i * BLOCK_THREADS + gl_LocalInvocationIndex;
        if (place < here) values_out[values_out_first + to[i]] = words[place];
    }
}
