// The sequential scan: one thread carries the result from left to right.
#pragma once

#include "cuda/lab/common.cuh"

namespace winnow::cuda::sequential {

// Input: each thread loads one element.
static __device__ void load(Lab& lab, int* x) {
    const uint i = threadIdx.x;
    if (i < lab.n) x[i] = lab.values[i];
    lab.record(x, lab.n);
}

// Element: the first thread combines the result before element k with that element; the others are idle.
static __device__ void scan(Lab& lab, int* x) {
    for (uint k = 1; k < lab.n; ++k) {
        __syncthreads();
        if (threadIdx.x == 0) x[k] = lab.combine(x[k - 1], x[k]);
        lab.record(x, lab.n);
    }
}

static __global__ void kernel(Lab lab) {
    __shared__ int x[LAB_LANES];
    load(lab, x);
    scan(lab, x);
}

}  // namespace winnow::cuda::sequential
