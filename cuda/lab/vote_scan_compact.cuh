// Compaction by a scan: each value votes whether it survives, the exclusive scan of the votes gives each
// survivor its place, and the survivors move there.
#pragma once

#include "cuda/lab/common.cuh"

namespace winnow::cuda::vote_scan_compact {

// Input: the values lie in memory, where each thread reads its own.
static __device__ void find_input(Lab& lab) {
    lab.record(lab.values, lab.n);
}

// Vote: a value survives if it is not 0.
static __device__ void vote(Lab& lab, int* votes) {
    const uint i = threadIdx.x;
    if (i < lab.n) votes[i] = lab.values[i] != 0 ? 1 : 0;
    lab.record(votes, lab.n);
}

// Scan: the first thread counts the survivors before each element. Any exclusive scan would do.
static __device__ void scan_votes(Lab& lab, const int* votes, int* offsets) {
    __syncthreads();
    if (threadIdx.x == 0) {
        offsets[0] = lab.identity;
        for (uint k = 1; k < lab.n; ++k) offsets[k] = lab.combine(offsets[k - 1], votes[k - 1]);
    }
    lab.record(offsets, lab.n);
}

// Compact: each survivor moves to its offset.
static __device__ void compact(Lab& lab, const int* votes, const int* offsets, int* survivors) {
    const uint i = threadIdx.x;
    __syncthreads();
    if (i < lab.n && votes[i] == 1) survivors[offsets[i]] = lab.values[i];
    lab.record(survivors, static_cast<uint>(offsets[lab.n - 1] + votes[lab.n - 1]));
}

static __global__ void kernel(Lab lab) {
    __shared__ int votes[LAB_LANES], offsets[LAB_LANES], survivors[LAB_LANES];
    find_input(lab);
    vote(lab, votes);
    scan_votes(lab, votes, offsets);
    compact(lab, votes, offsets, survivors);
}

}  // namespace winnow::cuda::vote_scan_compact
