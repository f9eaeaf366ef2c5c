// Blelloch's exclusive scan: a tree of partial results, then each node hands down what lies before it. n is a
// power of two.
#pragma once

#include "cuda/lab/common.cuh"

namespace winnow::cuda::blelloch {

// Input: each thread loads one element.
static __device__ void load(Lab& lab, int* x) {
    const uint i = threadIdx.x;
    if (i < lab.n) x[i] = lab.values[i];
    lab.record(x, lab.n);
}

// Up-sweep: the last element of every 2 * stride elements, a node, becomes their result.
static __device__ void up_sweep(Lab& lab, int* x) {
    for (uint stride = 1; stride < lab.n; stride *= 2) {
        const uint right = (threadIdx.x + 1) * 2 * stride - 1;
        __syncthreads();
        if (right < lab.n) x[right] = lab.combine(x[right - stride], x[right]);
        lab.record(x, lab.n);
    }
}

// Clear: nothing lies before the root, which is the last element.
static __device__ void clear(Lab& lab, int* x) {
    __syncthreads();
    if (threadIdx.x == 0) x[lab.n - 1] = lab.identity;
    lab.record(x, lab.n);
}

// Down-sweep: a node's left half gets what lies before the node, and its right half that combined with the
// left half's result.
static __device__ void down_sweep(Lab& lab, int* x) {
    for (uint stride = lab.n / 2; stride > 0; stride /= 2) {
        const uint right = (threadIdx.x + 1) * 2 * stride - 1;
        __syncthreads();
        if (right < lab.n) {
            const uint left = right - stride;
            const int result = x[left];
            x[left] = x[right];
            x[right] = lab.combine(x[right], result);
        }
        lab.record(x, lab.n);
    }
}

static __global__ void kernel(Lab lab) {
    __shared__ int x[LAB_LANES];
    load(lab, x);
    up_sweep(lab, x);
    clear(lab, x);
    down_sweep(lab, x);
}

}  // namespace winnow::cuda::blelloch
