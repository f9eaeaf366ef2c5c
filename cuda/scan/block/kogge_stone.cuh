// Kogge and Stone's network (A Parallel Algorithm for the Efficient Solution of a General Class of Recurrence
// Equations, 1973): in step s every leaf adds the leaf 2^s before it. log2 N steps, the fewest possible, for
// N log2 N - (N-1) additions.
#pragma once

#include "cuda/scan/block/network.cuh"

namespace winnow::cuda {

template <typename M, uint THREADS, uint LEAVES_>
struct KoggeStoneNetwork {
    using T = typename M::Element;
    static constexpr uint LEAVES = LEAVES_, WORDS = LEAVES, EACH = LEAVES / THREADS;
    static_assert(LEAVES % THREADS == 0, "every thread has as many leaves");

    static constexpr __host__ __device__ uint at(uint i) { return i; }

    /// Returns the k-th leaf of this thread.
    static __device__ uint leaf(uint k) { return k * THREADS + threadIdx.x; }

    static __device__ T left_of(const T* leaves, uint i, uint stride) {
        return i < stride ? M::identity() : leaves[i - stride];
    }

    /// Every thread reads before any thread writes. Without the barrier in between, a leaf could be read
    /// after it was written, which is the race of the textbook's in-place kernel.
    static __device__ void scan_step(T* leaves, uint stride) {
        T left[EACH];
        __syncthreads();
#pragma unroll
        for (uint k = 0; k < EACH; ++k) left[k] = left_of(leaves, leaf(k), stride);
        __syncthreads();
#pragma unroll
        for (uint k = 0; k < EACH; ++k) leaves[leaf(k)] = M::combine(left[k], leaves[leaf(k)]);
    }

    /// An inclusive scan. Returns the sum of all leaves to every thread.
    static __device__ T scan_leaves(T* leaves) {
        for (uint stride = 1; stride < LEAVES; stride *= 2) scan_step(leaves, stride);
        __syncthreads();
        return leaves[LEAVES - 1];
    }

    static __device__ T before_leaf(const T* leaves, uint i) {
        return left_of(leaves, i, 1);
    }
};

template <typename M, uint THREADS, uint ITEMS>
using KoggeStone =
    ScanByNetwork<M, THREADS, ITEMS, KoggeStoneNetwork<M, THREADS, Rows<M, THREADS, ITEMS>::TILE_ROWS>>;

}  // namespace winnow::cuda
