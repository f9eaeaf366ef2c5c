// The scan by subgroups (warps): each subgroup scans its rows in registers by shuffles, the sums of the
// subgroups are exchanged in shared memory, and every subgroup scans these sums for itself. One barrier.
#pragma once

#include "cuda/scan/common.cuh"

namespace winnow::cuda {

template <typename M, uint THREADS, uint ITEMS>
struct Subgroup : Rows<M, THREADS, ITEMS> {
    using Base = Rows<M, THREADS, ITEMS>;
    using typename Base::T;
    static constexpr uint SUBGROUPS = THREADS / WARP;
    static_assert(THREADS % WARP == 0 && SUBGROUPS <= WARP, "one subgroup scans the sums of all");

    struct Shared {
        T sums[SUBGROUPS];
    };

    static __device__ uint subgroup() { return threadIdx.x / WARP; }

    /// The rows of a subgroup are contiguous in the tile.
    static __device__ uint row_of(uint r) { return (subgroup() * Base::THREAD_ROWS + r) * WARP + lane(); }

    /// Scans the sums of the subgroup's rows: before_row[r] becomes the sum of the subgroup's elements before
    /// row r. Returns the subgroup's sum to its last lane.
    static __device__ T scan_rows(const T (&x)[ITEMS], T (&before_row)[Base::THREAD_ROWS]) {
        T sum = M::identity();
#pragma unroll
        for (uint r = 0; r < Base::THREAD_ROWS; ++r) {
            const T scanned = warp_scan<M>(Base::row_sum(x, r));
            before_row[r] = M::combine(sum, shifted<M>(scanned));
            sum = M::combine(sum, __shfl_sync(ALL_LANES, scanned, WARP - 1));
        }
        return sum;
    }

    static __device__ T block_scan(Shared& memory, T (&x)[ITEMS], bool inclusive) {
        T before_row[Base::THREAD_ROWS];
        const T sum = scan_rows(x, before_row);
        if (lane() == WARP - 1) memory.sums[subgroup()] = sum;
        __syncthreads();
        const T sums = warp_scan<M>(lane() < SUBGROUPS ? memory.sums[lane()] : M::identity());
        const T before = __shfl_sync(ALL_LANES, shifted<M>(sums), subgroup());
#pragma unroll
        for (uint r = 0; r < Base::THREAD_ROWS; ++r)
            Base::scan_row(x, r, M::combine(before, before_row[r]), inclusive);
        return __shfl_sync(ALL_LANES, sums, SUBGROUPS - 1);
    }
};

}  // namespace winnow::cuda
