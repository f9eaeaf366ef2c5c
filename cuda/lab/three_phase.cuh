// The three-phase scan of Kirk and Hwu: each thread scans a section of consecutive elements, the last
// elements of the sections are scanned, and each section is combined with the one before it. n is a multiple
// of `threads`.
#pragma once

#include "cuda/lab/common.cuh"

namespace winnow::cuda::three_phase {

// Input: the threads load neighbouring elements together and turn them into sections in shared memory.
static __device__ void load(Lab& lab, int* x) {
    for (uint i = threadIdx.x; i < lab.n; i += LAB_THREADS) x[i] = lab.values[i];
    lab.record(x, lab.n);
}

// Phase 1: each thread scans its own section, without a barrier.
static __device__ void scan_sections(Lab& lab, int* x, uint length) {
    const uint t = threadIdx.x, first = t * length;
    __syncthreads();
    for (uint k = 1; k < length; ++k) {
        if (t < lab.threads) x[first + k] = lab.combine(x[first + k - 1], x[first + k]);
        lab.record(x, lab.n);
    }
}

// Phase 2: Kogge and Stone's scan over the last elements of the sections.
static __device__ void scan_last_elements(Lab& lab, int* x, uint length) {
    const uint t = threadIdx.x, last = (t + 1) * length - 1;
    for (uint stride = 1; stride < lab.threads; stride *= 2) {
        const bool busy = stride <= t && t < lab.threads;
        int left = lab.identity;
        __syncthreads();
        if (busy) left = x[last - stride * length];
        __syncthreads();
        if (busy) x[last] = lab.combine(left, x[last]);
        lab.record(x, lab.n);
    }
}

// Phase 3: the last element of a section is combined into all but the last element of the next section.
static __device__ void add_to_next_section(Lab& lab, int* x, uint length) {
    const uint t = threadIdx.x, first = t * length;
    __syncthreads();
    if (0 < t && t < lab.threads)
        for (uint k = 0; k + 1 < length; ++k) x[first + k] = lab.combine(x[first - 1], x[first + k]);
    lab.record(x, lab.n);
}

static __global__ void kernel(Lab lab) {
    __shared__ int x[LAB_LANES];
    const uint length = lab.n / lab.threads;
    load(lab, x);
    scan_sections(lab, x, length);
    scan_last_elements(lab, x, length);
    if (length > 1 && lab.threads > 1) add_to_next_section(lab, x, length);
}

}  // namespace winnow::cuda::three_phase
