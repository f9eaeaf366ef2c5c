// Counts how often each digit comes in each tile. Promises: counts[digit][tile], of all tiles that there are.
#include "sort/digits.glsl"
layout(local_size_x = BLOCK_THREADS) in;
layout(std430, binding = BIND_SORT_COUNTS) writeonly buffer SortCounts { uint counts[]; };

shared uint count_of[DIGITS];

void count_keys(uint begin) {
    const uint first = begin + gl_LocalInvocationIndex;
    uint key[KEYS];  // all on their way before the first is used
    for (uint i = 0u; i < KEYS; ++i)
        key[i] = sort_keys[keys_first + min(first + i * BLOCK_THREADS, plan.count - 1u)];
    for (uint i = 0u; i < KEYS; ++i)
        if (first + i * BLOCK_THREADS < plan.count) atomicAdd(count_of[digit_of(key[i])], 1u);
}

void main() {
    const uint tile = group_index();
    if (tile >= plan.tiles) return;  // the same for the whole block
    for (uint d = gl_LocalInvocationIndex; d < DIGITS; d += BLOCK_THREADS) count_of[d] = 0u;
    block_barrier();
    count_keys(tile * SORT_TILE);
    block_barrier();
    for (uint d = gl_LocalInvocationIndex; d < DIGITS; d += BLOCK_THREADS) counts[count_place(d, tile)] = count_of[d];
}
