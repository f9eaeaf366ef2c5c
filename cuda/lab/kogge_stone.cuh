// Kogge and Stone's inclusive scan in place, with two barriers a step.
#pragma once

#include "cuda/lab/common.cuh"

namespace winnow::cuda::kogge_stone {

// Input: each thread loads one element.
static __device__ void load(Lab& lab, int* x) {
    const uint i = threadIdx.x;
    if (i < lab.n) x[i] = lab.values[i];
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
    load(lab, x);
    scan_by_strides(lab, x);
}

}  // namespace winnow::cuda::kogge_stone
