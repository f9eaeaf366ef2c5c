// The sequential exclusive scan: one thread stores the sum of the elements before an element in its place.
#pragma once

#include "cuda/lab/common.cuh"

namespace winnow::cuda::sequential_exclusive {

// Input: each thread loads one element.
static __device__ void load(Lab& lab, int* x) {
    const uint i = threadIdx.x;
    if (i < lab.n) x[i] = lab.values[i];
    lab.record(x, lab.n);
}

// Element: the first thread adds element k to the sum and puts what the sum was before in its place; the
// others are idle.
static __device__ void scan(Lab& lab, int* x) {
    int sum = lab.identity;
    for (uint k = 0; k < lab.n; ++k) {
        __syncthreads();
        if (threadIdx.x == 0) {
            const int temp = sum;
            sum = lab.combine(sum, x[k]);
            x[k] = temp;
        }
        lab.record(x, lab.n);
    }
}

static __global__ void kernel(Lab lab) {
    __shared__ int x[LAB_LANES];
    load(lab, x);
    scan(lab, x);
}

}  // namespace winnow::cuda::sequential_exclusive
