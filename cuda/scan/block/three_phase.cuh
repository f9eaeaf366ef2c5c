// The three-phase scan (Kirk and Hwu, Programming Massively Parallel Processors): each thread scans a section
// of consecutive elements, Kogge and Stone's network scans the sums of the sections, and each thread adds the
// sum before its section. Corner turning through shared memory turns rows that neighbouring threads loaded
// together into sections.
#pragma once

#include "cuda/scan/common.cuh"

namespace winnow::cuda {

template <typename M, uint THREADS, uint ITEMS>
struct ThreePhase : Rows<M, THREADS, ITEMS> {
    using Base = Rows<M, THREADS, ITEMS>;
    using typename Base::T;

    struct alignas(ROW_BYTES) Row {
        T element[Base::ROW];
    };
    /// One row of padding follows every eight rows, which is what 32 banks serve at once: neither striped nor
    /// consecutive rows share a bank.
    static constexpr __host__ __device__ uint padded(uint row) {
        constexpr uint PHASE_ROWS = 8;
        return row + row / PHASE_ROWS;
    }

    struct Shared {
        Row turning[padded(Base::TILE_ROWS)];
        T section_sums[THREADS];
    };

    static __device__ uint row_of(uint r) { return Base::striped(r); }

    // --- corner turning ----------------------------------------------------------------------------------

    /// Returns the place of this thread's row r. In a section, the rows of a thread are consecutive.
    template <bool SECTION>
    static __device__ uint place(uint r) {
        return padded(SECTION ? threadIdx.x * Base::THREAD_ROWS + r : Base::striped(r));
    }

    template <bool SECTION>
    static __device__ void put_rows(Row* turning, const T (&x)[ITEMS]) {
#pragma unroll
        for (uint r = 0; r < Base::THREAD_ROWS; ++r) {
            Row row;
#pragma unroll
            for (uint k = 0; k < Base::ROW; ++k) row.element[k] = x[r * Base::ROW + k];
            turning[place<SECTION>(r)] = row;
        }
    }

    template <bool SECTION>
    static __device__ void take_rows(const Row* turning, T (&x)[ITEMS]) {
#pragma unroll
        for (uint r = 0; r < Base::THREAD_ROWS; ++r) {
            const Row row = turning[place<SECTION>(r)];
#pragma unroll
            for (uint k = 0; k < Base::ROW; ++k) x[r * Base::ROW + k] = row.element[k];
        }
    }

    // --- phase 1: each thread scans its section ----------------------------------------------------------

    /// An inclusive scan. Returns the section's sum.
    static __device__ T scan_section(T (&x)[ITEMS]) {
#pragma unroll
        for (uint k = 1; k < ITEMS; ++k) x[k] = M::combine(x[k - 1], x[k]);
        return x[ITEMS - 1];
    }

    // --- phase 2: Kogge and Stone's network over the sections' sums --------------------------------------

    static __device__ T left_of(const T* section_sums, uint i, uint stride) {
        return i < stride ? M::identity() : section_sums[i - stride];
    }

    /// Every thread reads before any thread writes, as in kogge_stone.cuh.
    static __device__ void scan_step(T* section_sums, uint stride) {
        __syncthreads();
        const T left = left_of(section_sums, threadIdx.x, stride);
        __syncthreads();
        section_sums[threadIdx.x] = M::combine(left, section_sums[threadIdx.x]);
    }

    /// An inclusive scan. Returns the sum of all sections to every thread.
    static __device__ T scan_section_sums(T* section_sums) {
        for (uint stride = 1; stride < THREADS; stride *= 2) scan_step(section_sums, stride);
        __syncthreads();
        return section_sums[THREADS - 1];
    }

    // --- phase 3: each thread adds the sum before its section --------------------------------------------

    static __device__ void add_before_section(T (&x)[ITEMS], T before, bool inclusive) {
        T previous = before;
#pragma unroll
        for (uint k = 0; k < ITEMS; ++k) {
            const T after = M::combine(before, x[k]);
            x[k] = inclusive ? after : previous;
            previous = after;
        }
    }

    // --- all three ---------------------------------------------------------------------------------------

    static __device__ T block_scan(Shared& memory, T (&x)[ITEMS], bool inclusive) {
        put_rows<false>(memory.turning, x);
        __syncthreads();
        take_rows<true>(memory.turning, x);
        const T last = scan_section(x);
        memory.section_sums[threadIdx.x] = last;
        const T sum = scan_section_sums(memory.section_sums);
        add_before_section(x, left_of(memory.section_sums, threadIdx.x, 1), inclusive);
        put_rows<true>(memory.turning, x);
        __syncthreads();
        take_rows<false>(memory.turning, x);
        return sum;
    }
};

}  // namespace winnow::cuda
