// Kogge and Stone's scan made exclusive: the values move one element to the right while they are loaded.
#pragma once

#include "cuda/lab/common.cuh"

namespace winnow::cuda::kogge_stone_exclusive {

// Input: the values lie in memory, where any thread can read any of them.
static __device__ void find_input(Lab& lab) {
    lab.record(lab.values, lab.n);
}

// Shift: each thread loads the value left of its element, and the first thread the identity.
static __device__ void load_shifted(Lab& lab, int* x) {
    const uint i = threadIdx.x;
    if (i < lab.n) x[i] = i == 0 ? lab.identity : lab.values[i - 1];
    lab.record(x, lab.n);
}

// Stride: each element combines with the one `stride` to its left. The second barrier keeps the reads of a
// step before its writes.
static __device__ void scan_by_strides(Lab& lab, int* x) {
    const uint i = threadIdx.x;
    for (uint stride = 1; stride < lab.n; stride *= 2) {
        const bool busy = stride <= i && i < lab.n;
        int left = lab.identity;
        __syncthreads();
        if (busy) left = x[i - stride];
        __syncthreads();
        if (busy) x[i] = lab.combine(left, x[i]);
        lab.record(x, lab.n);
    }
}

static __global__ void kernel(Lab lab) {
    __shared__ int x[LAB_LANES];
    find_input(lab);
    load_shifted(lab, x);
    scan_by_strides(lab, x);
}

}  // namespace winnow::cuda::kogge_stone_exclusive
