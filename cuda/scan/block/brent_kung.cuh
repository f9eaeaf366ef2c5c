// Brent and Kung's network (A Regular Layout for Parallel Adders, 1982): a tree of partial sums, then a
// reverse tree that distributes them to the leaves in between. 2N-2-log2 N additions in 2 log2 N - 1 steps.
// The padded network has no bank conflicts in its reduction, and in its distribution at most two lanes of a
// warp share a bank.
#pragma once

#include "cuda/scan/block/network.cuh"

namespace winnow::cuda {

template <typename M, uint THREADS, uint LEAVES_, bool PADDED>
struct BrentKungNetwork {
    using T = typename M::Element;
    static constexpr uint LEAVES = LEAVES_, WORDS = leaf_place<PADDED, T, LEAVES>(LEAVES);
    static_assert((LEAVES & (LEAVES - 1)) == 0, "the tree is a full binary tree");

    static constexpr __host__ __device__ uint at(uint i) { return leaf_place<PADDED, T, LEAVES>(i); }

    /// Returns the last leaf beneath a node whose halves have `stride` leaves.
    static __device__ uint last_leaf(uint node, uint stride) { return (node + 1) * 2 * stride - 1; }

    static __device__ void add(T* leaves, uint from, uint to) {
        leaves[at(to)] = M::combine(leaves[at(from)], leaves[at(to)]);
    }

    // --- the reduction tree ------------------------------------------------------------------------------

    /// Adds the sum of each node's left half to the last leaf of its right half.
    static __device__ void reduce_step(T* leaves, uint stride) {
        for (uint i = last_leaf(threadIdx.x, stride); i < LEAVES; i += THREADS * 2 * stride)
            add(leaves, i - stride, i);
    }

    static __device__ void reduce_tree(T* leaves) {
        for (uint stride = 1; stride < LEAVES; stride *= 2) {
            __syncthreads();
            reduce_step(leaves, stride);
        }
    }

    // --- the distribution tree ---------------------------------------------------------------------------

    /// Adds the last leaf of each node, which holds the sum of all leaves up to it, to the middle of the next
    /// node.
    static __device__ void distribute_step(T* leaves, uint stride) {
        for (uint i = last_leaf(threadIdx.x, stride); i + stride < LEAVES; i += THREADS * 2 * stride)
            add(leaves, i, i + stride);
    }

    static __device__ void distribute_tree(T* leaves) {
        for (uint stride = LEAVES / 4; stride > 0; stride /= 2) {
            __syncthreads();
            distribute_step(leaves, stride);
        }
    }

    // --- both --------------------------------------------------------------------------------------------

    /// An inclusive scan. Returns the sum of all leaves to every thread.
    static __device__ T scan_leaves(T* leaves) {
        reduce_tree(leaves);
        distribute_tree(leaves);
        __syncthreads();
        return leaves[at(LEAVES - 1)];
    }

    static __device__ T before_leaf(const T* leaves, uint i) {
        return i == 0 ? M::identity() : leaves[at(i - 1)];
    }
};

template <typename M, uint THREADS, uint ITEMS, bool PADDED>
using BrentKungScan = ScanByNetwork<M, THREADS, ITEMS,
                                    BrentKungNetwork<M, THREADS, Rows<M, THREADS, ITEMS>::TILE_ROWS, PADDED>>;

template <typename M, uint THREADS, uint ITEMS>
using BrentKung = BrentKungScan<M, THREADS, ITEMS, false>;
template <typename M, uint THREADS, uint ITEMS>
using BrentKungPadded = BrentKungScan<M, THREADS, ITEMS, true>;

}  // namespace winnow::cuda
