// The hierarchical scan in three kernels, because blocks can wait for each other only at the end of a kernel:
// each block scans its part P of the array, one block scans the array S of the blocks' results, and each
// block is combined with the result before it. A block has `threads` elements; n is a multiple of that.
#pragma once

#include "cuda/lab/common.cuh"

namespace winnow::cuda::hierarchical {

static __device__ uint first_of_block(const Lab& lab) {
    return blockIdx.x * lab.threads;
}

// Input: each thread loads one element of its block's part.
static __device__ void load(Lab& lab, int* x) {
    const uint i = threadIdx.x;
    if (i < lab.threads) x[i] = lab.values[first_of_block(lab) + i];
    lab.record_at(first_of_block(lab), x, lab.threads);
}

// A step of Kogge and Stone's scan of the first `count` elements.
static __device__ void scan_step(Lab& lab, int* x, uint stride, uint count) {
    const uint i = threadIdx.x;
    const bool busy = stride <= i && i < count;
    int left = lab.identity;
    __syncthreads();
    if (busy) left = x[i - stride];
    __syncthreads();
    if (busy) x[i] = lab.combine(left, x[i]);
}

// Blocks: each block scans its part; no block knows another.
static __device__ void scan_part(Lab& lab, int* x) {
    for (uint stride = 1; stride < lab.threads; stride *= 2) {
        scan_step(lab, x, stride, lab.threads);
        lab.record_at(first_of_block(lab), x, lab.threads);
    }
}

static __global__ void scan_blocks(Lab lab) {
    __shared__ int x[LAB_LANES];
    const uint i = threadIdx.x;
    load(lab, x);
    scan_part(lab, x);
    if (i < lab.threads) lab.scanned[first_of_block(lab) + i] = x[i];
}

// Sums of the blocks: the last element of a block's scan is the result of the block, and enters S.
static __device__ void gather_sums(Lab& lab, int* x, uint blocks) {
    const uint b = threadIdx.x;
    if (b < blocks) x[b] = lab.scanned[(b + 1) * lab.threads - 1];
    lab.record(x, blocks);
}

// Scan of S: one block scans the results of all blocks.
static __device__ void scan_gathered(Lab& lab, int* x, uint blocks) {
    for (uint stride = 1; stride < blocks; stride *= 2) {
        scan_step(lab, x, stride, blocks);
        lab.record(x, blocks);
    }
}

static __global__ void scan_sums(Lab lab) {
    __shared__ int x[LAB_LANES];
    const uint b = threadIdx.x, blocks = lab.n / lab.threads;
    gather_sums(lab, x, blocks);
    scan_gathered(lab, x, blocks);
    if (b < blocks) lab.sums[b] = x[b];
}

// Addition: every element of block b is combined with S[b - 1]; block 0 is complete.
static __global__ void add_sums(Lab lab) {
    __shared__ int x[LAB_LANES];
    const uint b = blockIdx.x, i = threadIdx.x;
    if (i < lab.threads) x[i] = lab.scanned[first_of_block(lab) + i];
    if (i < lab.threads && b > 0) x[i] = lab.combine(lab.sums[b - 1], x[i]);
    lab.record_at(first_of_block(lab), x, lab.threads);
    if (i < lab.threads) lab.scanned[first_of_block(lab) + i] = x[i];
}

}  // namespace winnow::cuda::hierarchical
