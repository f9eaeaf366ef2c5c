// A tile in the registers of its block: each thread holds some rows of 16 bytes, in memory's order within a
// row. Which rows is the block scan's choice; neighbouring threads hold neighbouring rows, so that a warp's
// access to memory is one piece.
#pragma once

#include "cuda/scan/monoid.cuh"

namespace winnow::cuda {

constexpr uint ROW_BYTES = 16;

template <typename M, uint THREADS_, uint ITEMS_>
struct Rows {
    using Monoid = M;
    using T = typename M::Element;
    static constexpr uint THREADS = THREADS_;
    static constexpr uint ITEMS = ITEMS_;               // elements that each thread holds
    static constexpr uint TILE = THREADS * ITEMS;       // elements of the block
    static constexpr uint ROW = ROW_BYTES / sizeof(T);  // elements of a row
    static constexpr uint THREAD_ROWS = ITEMS / ROW;
    static constexpr uint TILE_ROWS = THREADS * THREAD_ROWS;
    static_assert(ITEMS > 0 && ITEMS % ROW == 0, "a thread holds whole rows");

    /// Row r of this thread among the tile's rows: beside its neighbours'.
    static __device__ uint striped(uint r) { return r * THREADS + threadIdx.x; }

    static __device__ T row_sum(const T (&x)[ITEMS], uint r) {
        T sum = x[r * ROW];
#pragma unroll
        for (uint k = 1; k < ROW; ++k) sum = M::combine(sum, x[r * ROW + k]);
        return sum;
    }

    /// The row's elements become their prefix sums, beginning with `before`.
    static __device__ void scan_row(T (&x)[ITEMS], uint r, T before, bool inclusive) {
#pragma unroll
        for (uint k = 0; k < ROW; ++k) {
            const T after = M::combine(before, x[r * ROW + k]);
            x[r * ROW + k] = inclusive ? after : before;
            before = after;
        }
    }
};

}  // namespace winnow::cuda
