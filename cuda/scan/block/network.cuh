// A block scan by a network whose leaves are the sums of the tile's rows, in shared memory.
//
// A network offers LEAVES, WORDS (of shared memory), at(i), scan_leaves() and before_leaf(i). All threads
// execute it together; in a step with more nodes than threads, each thread handles several nodes, which
// textbooks call coarsening.
#pragma once

#include "cuda/scan/common.cuh"
#include "shaders/scan/leaf_place.h"

namespace winnow::cuda {

/// Returns the place of a leaf in shared memory.
template <bool PADDED, typename T, uint LEAVES>
constexpr __host__ __device__ uint leaf_place(uint i) {
    constexpr uint BANKS = 32 * 4 / sizeof(T);  // half a warp at a time reads elements of 8 bytes
    return PADDED ? PADDED_LEAF_PLACE(i, LEAVES, BANKS) : i;
}

/// Scans a tile by a network whose leaves are the tile's rows.
template <typename M, uint THREADS, uint ITEMS, typename Network>
struct ScanByNetwork : Rows<M, THREADS, ITEMS> {
    using Base = Rows<M, THREADS, ITEMS>;
    using typename Base::T;
    static_assert(Network::LEAVES == Base::TILE_ROWS, "a row is a leaf");

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
