// Compaction by a scan: each value votes whether it survives, the exclusive scan of the votes gives each survivor
// its place, and the survivors move there.
#include "lab/common.glsl"

shared int votes[LAB_LANES], offsets[LAB_LANES], survivors[LAB_LANES];

// Input: the values lie in memory, where each thread reads its own.
void find_input() {
    record(values, n);
}

// Vote: a value survives if it is not 0.
void vote() {
    const uint i = gl_LocalInvocationIndex;
    if (i < n) votes[i] = values[i] != 0 ? 1 : 0;
    record(votes, n);
}

// Scan: the first thread counts the survivors before each element. Any exclusive scan would do.
void scan_votes() {
    block_barrier();
    if (gl_LocalInvocationIndex == 0u) {
        offsets[0] = identity;
        for (uint k = 1u; k < n; ++k) offsets[k] = combine(offsets[k - 1u], votes[k - 1u]);
    }
    record(offsets, n);
}

// Compact: each survivor moves to its offset.
void compact() {
    const uint i = gl_LocalInvocationIndex;
    block_barrier();
    if (i < n && votes[i] == 1) survivors[offsets[i]] = values[i];
    record(survivors, uint(offsets[n - 1u] + votes[n - 1u]));
}

void main() {
    find_input();
    vote();
    scan_votes();
    compact();
}
