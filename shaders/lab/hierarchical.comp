// The hierarchical scan in three kernels, because blocks can wait for each other only at the end of a kernel:
// each block scans its part P of the array, one block scans the array S of the blocks' results, and each block
// is combined with the result before it. A block has `threads` elements; n is a multiple of that. The host
// defines PASS, the function of the kernel that runs.
#include "lab/common.glsl"

layout(std430, binding = BIND_LAB_SCANNED) buffer LabScanned { int p[]; };
layout(std430, binding = BIND_LAB_SUMS) buffer LabSums { int s[]; };
shared int x[LAB_LANES];

uint first_of_block() { return gl_WorkGroupID.x * threads; }

// Input: each thread loads one element of its block's part.
void load() {
    const uint i = gl_LocalInvocationIndex;
    if (i < threads) x[i] = values[first_of_block() + i];
    record_at(first_of_block(), x, threads);
}

// A step of Kogge and Stone's scan of the first `count` elements.
void scan_step(uint stride, uint count) {
    const uint i = gl_LocalInvocationIndex;
    const bool busy = stride <= i && i < count;
    int left = identity;
    block_barrier();
    if (busy) left = x[i - stride];
    block_barrier();
    if (busy) x[i] = combine(left, x[i]);
}

// Blocks: each block scans its part; no block knows another.
void scan_part() {
    for (uint stride = 1u; stride < threads; stride *= 2u) {
        scan_step(stride, threads);
        record_at(first_of_block(), x, threads);
    }
}

void scan_blocks() {
    const uint i = gl_LocalInvocationIndex;
    load();
    scan_part();
    if (i < threads) p[first_of_block() + i] = x[i];
}

// Sums of the blocks: the last element of a block's scan is the result of the block, and enters S.
void gather_sums(uint blocks) {
    const uint b = gl_LocalInvocationIndex;
    if (b < blocks) x[b] = p[(b + 1u) * threads - 1u];
    record(x, blocks);
}

// Scan of S: one block scans the results of all blocks.
void scan_gathered(uint blocks) {
    for (uint stride = 1u; stride < blocks; stride *= 2u) {
        scan_step(stride, blocks);
        record(x, blocks);
    }
}

void scan_sums() {
    const uint b = gl_LocalInvocationIndex, blocks = n / threads;
    gather_sums(blocks);
    scan_gathered(blocks);
    if (b < blocks) s[b] = x[b];
}

// Addition: every element of block b is combined with S[b - 1]; block 0 is complete.
void add_sums() {
    const uint b = gl_WorkGroupID.x, i = gl_LocalInvocationIndex;
    if (i < threads) x[i] = p[first_of_block() + i];
    if (i < threads && b > 0u) x[i] = combine(s[b - 1u], x[i]);
    record_at(first_of_block(), x, threads);
    if (i < threads) p[first_of_block() + i] = x[i];
}

void main() {
    PASS();
}
