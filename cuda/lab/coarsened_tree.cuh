// Brent and Kung's inclusive scan by fewer threads than nodes: thread t executes nodes t, t + threads,
// t + 2 * threads... of every step. n is a power of two.
#pragma once

#include "cuda/lab/common.cuh"

namespace winnow::cuda::coarsened_tree {

// Input: each thread loads every `threads`th element.
static __device__ void load(Lab& lab, int* x) {
    const uint t = threadIdx.x;
    if (t < lab.threads)
        for (uint i = t; i < lab.n; i += lab.threads) x[i] = lab.values[i];
    lab.record(x, lab.n);
}

// Reduction: the last element of every 2 * stride elements becomes their result.
static __device__ void reduce_tree(Lab& lab, int* x) {
    const uint t = threadIdx.x;
    for (uint stride = 1; stride < lab.n; stride *= 2) {
        const uint nodes = lab.n / (2 * stride);
        __syncthreads();
        for (uint node = t; t < lab.threads && node < nodes; node += lab.threads) {
            const uint i = (node + 1) * 2 * stride - 1;
            x[i] = lab.combine(x[i - stride], x[i]);
        }
        lab.record(x, lab.n);
    }
}

// Distribution: a complete element completes the one `stride` to its right.
static __device__ void distribute_tree(Lab& lab, int* x) {
    const uint t = threadIdx.x;
    for (uint stride = lab.n / 4; stride > 0; stride /= 2) {
        const uint nodes = lab.n / (2 * stride) - 1;
        __syncthreads();
        for (uint node = t; t < lab.threads && node < nodes; node += lab.threads) {
            const uint i = (node + 1) * 2 * stride - 1;
            x[i + stride] = lab.combine(x[i], x[i + stride]);
        }
        lab.record(x, lab.n);
    }
}

static __global__ void kernel(Lab lab) {
    __shared__ int x[LAB_LANES];
    load(lab, x);
    reduce_tree(lab, x);
    distribute_tree(lab, x);
}

}  // namespace winnow::cuda::coarsened_tree
