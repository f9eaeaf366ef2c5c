// Blelloch's block scan, function by function as in shaders/scan/block/blelloch.glsl: an up-sweep that leaves
// partial sums at the inner nodes of a binary tree, and a down-sweep that hands every node the sum of what
// lies left of it.
//
// The contract of every block scan, which is all that a grid strategy knows of it:
//   THREADS, ITEMS   the block's size, and the consecutive elements that each thread holds in registers
//   Shared           what it needs of shared memory
//   block_scan       turns them into prefix sums; may be called again at once with the same Shared
#pragma once

#include "shaders/shared.h"

namespace winnow::cuda {

using shared::uint;

/// The tree has two leaves a thread, each the sum of half of its items; with ITEMS = 2 that is the
/// textbook's.
template <uint THREADS_, uint ITEMS_>
struct Blelloch {
    static constexpr uint THREADS = THREADS_;
    static constexpr uint ITEMS = ITEMS_;
    static constexpr uint LEAVES = 2 * THREADS;
    static constexpr uint LEAF_ITEMS = ITEMS / 2;
    static_assert(THREADS > 0 && (THREADS & (THREADS - 1)) == 0, "the tree is a full binary tree");
    static_assert(ITEMS > 0 && ITEMS % 2 == 0, "a thread's items are two leaves");

    struct Shared {
        uint tree[LEAVES];
    };

    /// Each thread's items become their prefix sums within the tile. Returns the tile's sum to every thread.
    /// All threads of the block must call it.
    static __device__ uint block_scan(Shared& memory, uint (&x)[ITEMS], bool inclusive) {
        // A thread alone reads and writes its own leaves between the last barrier of a call and the first of
        // the next, so that no barrier is needed between calls.
        uint* tree = memory.tree;
        const uint leaf = 2 * threadIdx.x;
        tree[leaf] = sum_of_leaf<0>(x);
        tree[leaf + 1] = sum_of_leaf<LEAF_ITEMS>(x);
        up_sweep(tree);
        const uint total = tree[LEAVES - 1];
        __syncthreads();  // everyone has read it before it is cleared
        if (threadIdx.x == 0) tree[LEAVES - 1] = 0;
        down_sweep(tree);
        scan_leaf<0>(x, tree[leaf], inclusive);
        scan_leaf<LEAF_ITEMS>(x, tree[leaf + 1], inclusive);
        return total;
    }

  private:
    /// Precondition: every thread has written its two leaves, which it alone reads in the first step. Ends
    /// with a barrier: the last leaf holds the sum of all, for everyone to read.
    static __device__ void up_sweep(uint* tree) {
        uint stride = 1;
        for (uint nodes = THREADS; nodes > 0; nodes /= 2) {
            if (threadIdx.x < nodes) {
                const uint left = stride * (2 * threadIdx.x + 1) - 1;
                tree[left + stride] += tree[left];
            }
            stride *= 2;
            __syncthreads();
        }
    }

    /// Precondition: the last leaf is zero. Afterwards every thread may read its two leaves, which it alone
    /// wrote in the last step.
    static __device__ void down_sweep(uint* tree) {
        uint stride = THREADS;
        for (uint nodes = 1; nodes <= THREADS; nodes *= 2) {
            __syncthreads();
            if (threadIdx.x < nodes) {
                const uint left = stride * (2 * threadIdx.x + 1) - 1, right = left + stride;
                const uint of_left = tree[left];
                tree[left] = tree[right];
                tree[right] += of_left;
            }
            stride /= 2;
        }
    }

    template <uint FIRST>
    static __device__ uint sum_of_leaf(const uint (&x)[ITEMS]) {
        uint sum = 0;
#pragma unroll
        for (uint k = 0; k < LEAF_ITEMS; ++k) sum += x[FIRST + k];
        return sum;
    }

    template <uint FIRST>
    static __device__ void scan_leaf(uint (&x)[ITEMS], uint before, bool inclusive) {
#pragma unroll
        for (uint k = 0; k < LEAF_ITEMS; ++k) {
            const uint after = before + x[FIRST + k];
            x[FIRST + k] = inclusive ? after : before;
            before = after;
        }
    }
};

}  // namespace winnow::cuda
