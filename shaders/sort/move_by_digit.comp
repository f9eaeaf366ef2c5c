// Moves every pair to where its digit puts it, in order within the digit. A tile is sorted by the digit in shared memory
// first, so that what goes to neighbouring places is written by neighbouring threads.
//
// Within a tile, workers (subgroups or threads) count the digits of consecutive keys, each with counters of its own; the
// block scan of these counters, in the order (digit, worker), says where in the tile each worker's keys of a digit go.
#include "scan/extensions.glsl"
#pragma optionNV(unroll all)
#include "shared.h"
layout(local_size_x = BLOCK_THREADS) in;
#include BLOCK_SCAN_FILE
#include "sort/digits.glsl"

layout(std430, binding = BIND_SORT_VALUES) readonly buffer SortValues { uint sort_values[]; };
layout(std430, binding = BIND_SORT_KEYS_OUT) writeonly buffer SortKeysOut { uint keys_out[]; };
layout(std430, binding = BIND_SORT_VALUES_OUT) writeonly buffer SortValuesOut { uint values_out[]; };
layout(std430, binding = BIND_SORT_COUNTS) readonly buffer SortCounts { uint counts[]; };  // scanned

uniform uint values_first;
uniform uint keys_out_first;
uniform uint values_out_first;

const uint BEYOND = 0xFFFFFFFFu;  // the key of a place behind the last: it comes last within the tile, and stays there

#include RANK_FILE

shared uint digit_begin[DIGITS];  // where a digit's keys go, less where they lie in the tile

uint counter_place(uint e) { return counter_at(e / WORKERS, e % WORKERS); }

// All counters become how many keys of the tile come before those that each counted.
void scan_counters() {
    T x[ITEMS];
    for (uint i = 0u; i < ITEMS; ++i) x[i] = words[counter_place(row_of(i / ROW) * ROW + i % ROW)];
    block_scan(x, false);
    for (uint i = 0u; i < ITEMS; ++i) words[counter_place(row_of(i / ROW) * ROW + i % ROW)] = x[i];
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

// Where in the tile each key goes. Leaves digit_begin; `before` is where the digit of this thread's number goes.
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
    if (tile >= plan.tiles) return;  // the same for the whole block
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
