// Blelloch's block scan: an up-sweep that reduces over a tree, and a down-sweep that hands the prefixes back.
//
// The contract of every block scan, which is all that a grid strategy knows of it:
//   THREADS, ITEMS   the block's size, and the consecutive elements that each thread holds in registers
//   Shared           what it needs of shared memory
//   block_scan       their exclusive prefixes, and (to every thread) the sum of all.
//                    May be called again at once with the same Shared.
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
        uint total;
    };

    static __device__ uint block_scan(Shared& memory, const uint (&items)[ITEMS], uint (&prefixes)[ITEMS]) {
        // A thread alone reads and writes its own leaves between the last barrier of a call and the first of
        // the next, so that no barrier is needed between calls.
        const uint left = 2 * threadIdx.x, right = left + 1;
        memory.tree[left] = leaf_sum<0>(items);
        memory.tree[right] = leaf_sum<LEAF_ITEMS>(items);
        up_sweep(memory.tree);
        if (threadIdx.x == 0) {  // this thread made the root, so it may read it without a barrier
            memory.total = memory.tree[LEAVES - 1];
            memory.tree[LEAVES - 1] = 0;
        }
        down_sweep(memory.tree);
        leaf_prefixes<0>(memory.tree[left], items, prefixes);
        leaf_prefixes<LEAF_ITEMS>(memory.tree[right], items, prefixes);
        return memory.total;
    }

  private:
    /// Each right child takes the sum of its subtree. Begins each level with a barrier, ends without one.
    static __device__ void up_sweep(uint* tree) {
        for (uint stride = 1; stride < LEAVES; stride *= 2) {
            __syncthreads();
            const uint right = (threadIdx.x + 1) * stride * 2 - 1;
            if (right < LEAVES) tree[right] += tree[right - stride];
        }
    }

    /// A node's prefix goes to its left child; the right child gets it plus the left child's sum.
    /// Every leaf is visible to every thread at the end.
    static __device__ void down_sweep(uint* tree) {
        for (uint stride = LEAVES / 2; stride > 0; stride /= 2) {
            __syncthreads();
            const uint right = (threadIdx.x + 1) * stride * 2 - 1;
            if (right < LEAVES) {
                const uint left_sum = tree[right - stride];
                tree[right - stride] = tree[right];
                tree[right] += left_sum;
            }
        }
        __syncthreads();
    }

    template <uint FIRST>
    static __device__ uint leaf_sum(const uint (&items)[ITEMS]) {
        uint sum = 0;
#pragma unroll
        for (uint i = 0; i < LEAF_ITEMS; ++i) sum += items[FIRST + i];
        return sum;
    }

    template <uint FIRST>
    static __device__ void leaf_prefixes(uint prefix, const uint (&items)[ITEMS], uint (&prefixes)[ITEMS]) {
#pragma unroll
        for (uint i = 0; i < LEAF_ITEMS; ++i) {
            prefixes[FIRST + i] = prefix;
            prefix += items[FIRST + i];
        }
    }
};

}  // namespace winnow::cuda
