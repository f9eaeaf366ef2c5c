// A reduction tree with interleaved addressing: neighbours first, then neighbours of neighbours. n is a power
// of two.
#pragma once

#include "cuda/lab/common.cuh"

namespace winnow::cuda::reduction_interleaved {

// Input: each thread loads one element.
static __device__ void load(Lab& lab, int* x) {
    const uint i = threadIdx.x;
    if (i < lab.n) x[i] = lab.values[i];
    lab.record(x, lab.n);
}

// Stride: the first element of every 2 * stride elements becomes their result. The busy threads lie ever
// further apart.
static __device__ void reduce(Lab& lab, int* x) {
    const uint i = threadIdx.x;
    for (uint stride = 1; stride < lab.n; stride *= 2) {
        __syncthreads();
        if (i < lab.n && i % (2 * stride) == 0) x[i] = lab.combine(x[i], x[i + stride]);
        lab.record(x, lab.n);
    }
}

static __global__ void kernel(Lab lab) {
    __shared__ int x[LAB_LANES];
    load(lab, x);
    reduce(lab, x);
}

}  // namespace winnow::cuda::reduction_interleaved
