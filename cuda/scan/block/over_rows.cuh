// A block scan made of a network: the sums of the tile's rows are its leaves, in shared memory.
//
// The contract of every block scan, which is all that a grid strategy knows of it:
//   Rows' names      Monoid, T, THREADS, ITEMS, TILE...
//   row_of(r)        which of the tile's rows this thread's row r is
//   Shared           what it needs of shared memory
//   block_scan       turns the tile into its prefix sums and returns its sum to every thread. All threads of
//   the
//                    block must call it; a barrier must lie between two calls with the same Shared.
//
// A network offers LEAVES, WORDS (of shared memory), at(i), scan_leaves() and before_leaf(i). It is executed
// by all threads together; one with more nodes in a step than there are threads gives each thread several
// (that is the coarsening of the textbooks).
#pragma once

#include "cuda/scan/block/rows.cuh"

namespace winnow::cuda {

/// The place of a leaf. Leaves a power of two apart would share a bank. So one unused leaf follows every
/// BANKS leaves, and in larger trees another follows every BANKS * BANKS leaves.
template <bool PADDED, typename T, uint LEAVES>
constexpr __host__ __device__ uint leaf_place(uint i) {
    constexpr uint BANKS = 32 * 4 / sizeof(T);  // half a warp at a time reads elements of 8 bytes
    if (!PADDED) return i;
    return i + i / BANKS + (LEAVES > BANKS * BANKS ? i / (BANKS * BANKS) : 0);
}

template <typename M, uint THREADS, uint ITEMS, template <typename, uint, uint> typename NetworkOf>
struct OverRows : Rows<M, THREADS, ITEMS> {
    using Base = Rows<M, THREADS, ITEMS>;
    using typename Base::T;
    using Network = NetworkOf<M, THREADS, Base::TILE_ROWS>;

    struct Shared {
        T leaves[Network::WORDS];
    };

    static __device__ uint row_of(uint r) { return Base::striped(r); }

    static __device__ T block_scan(Shared& memory, T (&x)[ITEMS], bool inclusive) {
#pragma unroll
        for (uint r = 0; r < Base::THREAD_ROWS; ++r)
            memory.leaves[Network::at(row_of(r))] = Base::row_sum(x, r);
        const T sum = Network::scan_leaves(memory.leaves);
#pragma unroll
        for (uint r = 0; r < Base::THREAD_ROWS; ++r)
            Base::scan_row(x, r, Network::before_leaf(memory.leaves, row_of(r)), inclusive);
        return sum;
    }
};

}  // namespace winnow::cuda
