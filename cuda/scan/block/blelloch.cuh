// Blelloch's network (Prefix Sums and Their Applications, 1990): an up-sweep that leaves partial sums at the
// inner nodes of a binary tree, and a down-sweep that passes to every node the sum of all leaves left of it.
// 2(N-1) additions in 2 log2 N steps. The padded network has no bank conflicts.
#pragma once

#include "cuda/scan/block/network.cuh"

namespace winnow::cuda {

template <typename M, uint THREADS, uint LEAVES_, bool PADDED>
struct BlellochNetwork {
    using T = typename M::Element;
    static constexpr uint LEAVES = LEAVES_, WORDS = leaf_place<PADDED, T, LEAVES>(LEAVES);
    static_assert((LEAVES & (LEAVES - 1)) == 0, "the tree is a full binary tree");

    static constexpr __host__ __device__ uint at(uint i) { return leaf_place<PADDED, T, LEAVES>(i); }

    // --- up-sweep ----------------------------------------------------------------------------------------

    /// Each node of a level becomes the sum of its two children, which lie `stride` leaves apart.
    static __device__ void up_sweep_step(T* leaves, uint nodes, uint stride) {
        for (uint node = threadIdx.x; node < nodes; node += THREADS) {
            const uint left = at(stride * (2 * node + 1) - 1), right = at(stride * (2 * node + 2) - 1);
            leaves[right] = M::combine(leaves[left], leaves[right]);
        }
    }

    /// Goes from the leaves to the root, which is the last leaf.
    static __device__ void up_sweep(T* leaves) {
        uint stride = 1;
        for (uint nodes = LEAVES / 2; nodes > 0; nodes /= 2) {
            __syncthreads();
            up_sweep_step(leaves, nodes, stride);
            stride *= 2;
        }
    }

    // --- down-sweep --------------------------------------------------------------------------------------

    /// Each node of a level holds the sum of all leaves left of it. It passes that sum to its left child, and
    /// that sum plus the left child's own sum to its right child.
    static __device__ void down_sweep_step(T* leaves, uint nodes, uint stride) {
        for (uint node = threadIdx.x; node < nodes; node += THREADS) {
            const uint left = at(stride * (2 * node + 1) - 1), right = at(stride * (2 * node + 2) - 1);
            const T left_sum = leaves[left];
            leaves[left] = leaves[right];
            leaves[right] = M::combine(leaves[right], left_sum);
        }
    }

    /// Goes from the root to the leaves. Precondition: the root holds the identity.
    static __device__ void down_sweep(T* leaves) {
        uint stride = LEAVES / 2;
        for (uint nodes = 1; nodes < LEAVES; nodes *= 2) {
            __syncthreads();
            down_sweep_step(leaves, nodes, stride);
            stride /= 2;
        }
    }

    // --- both --------------------------------------------------------------------------------------------

    /// An exclusive scan. Returns the sum of all leaves to every thread.
    static __device__ T scan_leaves(T* leaves) {
        up_sweep(leaves);
        __syncthreads();
        const T sum = leaves[at(LEAVES - 1)];
        __syncthreads();  // every thread has read the root before it is cleared
        if (threadIdx.x == 0) leaves[at(LEAVES - 1)] = M::identity();
        down_sweep(leaves);
        __syncthreads();
        return sum;
    }

    static __device__ T before_leaf(const T* leaves, uint i) { return leaves[at(i)]; }
};

template <typename M, uint THREADS, uint ITEMS, bool PADDED>
using BlellochScan =
    ScanByNetwork<M, THREADS, ITEMS, BlellochNetwork<M, THREADS, Rows<M, THREADS, ITEMS>::TILE_ROWS, PADDED>>;

template <typename M, uint THREADS, uint ITEMS>
using Blelloch = BlellochScan<M, THREADS, ITEMS, false>;
template <typename M, uint THREADS, uint ITEMS>
using BlellochPadded = BlellochScan<M, THREADS, ITEMS, true>;

}  // namespace winnow::cuda
