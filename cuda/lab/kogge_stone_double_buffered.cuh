// Kogge and Stone's inclusive scan with two arrays: a step reads one and writes the other, so that one
// barrier a step is enough.
#pragma once

#include "cuda/lab/common.cuh"

namespace winnow::cuda::kogge_stone_double_buffered {

// Input: each thread loads one element of the first array.
static __device__ void load(Lab& lab, int (*x)[LAB_LANES]) {
    const uint i = threadIdx.x;
    if (i < lab.n) x[0][i] = lab.values[i];
    __syncthreads();
    lab.record(x[0], lab.n);
}

// Stride: each element combines with the one `stride` to its left, or is copied if there is none.
static __device__ void scan_by_strides(Lab& lab, int (*x)[LAB_LANES]) {
    const uint i = threadIdx.x;
    uint from = 0;
    for (uint stride = 1; stride < lab.n; stride *= 2) {
        const uint to = 1 - from;
        if (i < stride)
            x[to][i] = x[from][i];
        else if (i < lab.n)
            x[to][i] = lab.combine(x[from][i - stride], x[from][i]);
        __syncthreads();
        lab.record(x[to], lab.n);
        from = to;
    }
}

static __global__ void kernel(Lab lab) {
    __shared__ int x[2][LAB_LANES];
    load(lab, x);
    scan_by_strides(lab, x);
}

}  // namespace winnow::cuda::kogge_stone_double_buffered
