// Brent and Kung's inclusive scan: a tree of partial results, then a reverse tree that distributes them to
// the elements in between. n is a power of two.
#pragma once

#include "cuda/lab/common.cuh"

namespace winnow::cuda::brent_kung {

// Input: each thread loads one element.
static __device__ void load(Lab& lab, int* x) {
    const uint i = threadIdx.x;
    if (i < lab.n) x[i] = lab.values[i];
    lab.record(x, lab.n);
}

// Reduction: the last element of every 2 * stride elements becomes their result. The busy threads are the
// first ones.
static __device__ void reduce_tree(Lab& lab, int* x) {
    for (uint stride = 1; stride < lab.n; stride *= 2) {
        const uint i = (threadIdx.x + 1) * 2 * stride - 1;
        __syncthreads();
        if (i < lab.n) x[i] = lab.combine(x[i - stride], x[i]);
        lab.record(x, lab.n);
    }
}

// Distribution: a complete element completes the one `stride` to its right.
static __device__ void distribute_tree(Lab& lab, int* x) {
    for (uint stride = lab.n / 4; stride > 0; stride /= 2) {
        const uint i = (threadIdx.x + 1) * 2 * stride - 1;
        __syncthreads();
        if (i + stride < lab.n) x[i + stride] = lab.combine(x[i], x[i + stride]);
        lab.record(x, lab.n);
    }
}

static __global__ void kernel(Lab lab) {
    __shared__ int x[LAB_LANES];
    load(lab, x);
    reduce_tree(lab, x);
    distribute_tree(lab, x);
}

}  // namespace winnow::cuda::brent_kung
