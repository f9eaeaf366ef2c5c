// A reduction tree with sequential addressing: the right half is folded onto the left half. n is a power of
// two.
#pragma once

#include "cuda/lab/common.cuh"

namespace winnow::cuda::reduction_sequential {

// Input: each thread loads one element.
static __device__ void load(Lab& lab, int* x) {
    const uint i = threadIdx.x;
    if (i < lab.n) x[i] = lab.values[i];
    lab.record(x, lab.n);
}

// Stride: the first `stride` elements together hold the result of all. The busy threads stay side by side.
static __device__ void reduce(Lab& lab, int* x) {
    const uint i = threadIdx.x;
    for (uint stride = lab.n / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (i < stride) x[i] = lab.combine(x[i], x[i + stride]);
        lab.record(x, lab.n);
    }
}

static __global__ void kernel(Lab lab) {
    __shared__ int x[LAB_LANES];
    load(lab, x);
    reduce(lab, x);
}

}  // namespace winnow::cuda::reduction_sequential
