// Blelloch's network (Prefix Sums and Their Applications, 1990): an up-sweep that leaves partial sums at the
// inner nodes of a binary tree, and a down-sweep that hands every node the sum of what lies left of it.
// 2(N-1) additions in 2 log2 N steps.
#pragma once

#include "cuda/scan/block/over_rows.cuh"

namespace winnow::cuda {

template <typename M, uint THREADS, uint LEAVES_, bool PADDED>
struct BlellochTree {
    using T = typename M::Element;
    static constexpr uint LEAVES = LEAVES_, WORDS = leaf_place<PADDED, T, LEAVES>(LEAVES);
    static_assert((LEAVES & (LEAVES - 1)) == 0, "the tree is a full binary tree");

    static constexpr __host__ __device__ uint at(uint i) { return leaf_place<PADDED, T, LEAVES>(i); }

    /// Exclusive.
    static __device__ T scan_leaves(T* leaves) {
        up_sweep(leaves);
        __syncthreads();
        const T sum = leaves[at(LEAVES - 1)];
        __syncthreads();  // everyone has read it before it is cleared
        if (threadIdx.x == 0) leaves[at(LEAVES - 1)] = M::identity();
        down_sweep(leaves);
        __syncthreads();
        return sum;
    }

    static __device__ T before_leaf(const T* leaves, uint i) { return leaves[at(i)]; }

  private:
    static __device__ void up_sweep(T* leaves) {
        uint stride = 1;
        for (uint nodes = LEAVES / 2; nodes > 0; nodes /= 2) {
            __syncthreads();
            for (uint node = threadIdx.x; node < nodes; node += THREADS) {
                const uint left = at(stride * (2 * node + 1) - 1), right = at(stride * (2 * node + 2) - 1);
                leaves[right] = M::combine(leaves[left], leaves[right]);
            }
            stride *= 2;
        }
    }

    /// Precondition: the last leaf holds the identity.
    static __device__ void down_sweep(T* leaves) {
        uint stride = LEAVES / 2;
        for (uint nodes = 1; nodes < LEAVES; nodes *= 2) {
            __syncthreads();
            for (uint node = threadIdx.x; node < nodes; node += THREADS) {
                const uint left = at(stride * (2 * node + 1) - 1), right = at(stride * (2 * node + 2) - 1);
                const T of_left = leaves[left];
                leaves[left] = leaves[right];
                leaves[right] = M::combine(leaves[right], of_left);
            }
            stride /= 2;
        }
    }
};

template <typename M, uint THREADS, uint LEAVES>
using BlellochNetwork = BlellochTree<M, THREADS, LEAVES, false>;

template <typename M, uint THREADS, uint ITEMS>
using Blelloch = OverRows<M, THREADS, ITEMS, BlellochNetwork>;

}  // namespace winnow::cuda
