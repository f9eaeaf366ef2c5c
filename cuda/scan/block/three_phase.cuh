// The three-phase scan (Kirk and Hwu, Programming Massively Parallel Processors): each thread scans a section
// of consecutive elements by itself, the sections' sums are scanned by Kogge and Stone's network, and each
// thread adds what lies before its section. Corner turning through shared memory makes sections of rows that
// neighbouring threads loaded together.
#pragma once

#include "cuda/scan/block/kogge_stone.cuh"

namespace winnow::cuda {

template <typename M, uint THREADS, uint ITEMS>
struct ThreePhase : Rows<M, THREADS, ITEMS> {
    using Base = Rows<M, THREADS, ITEMS>;
    using typename Base::T;
    using Network = KoggeStoneNetwork<M, THREADS, THREADS>;

    struct alignas(ROW_BYTES) Row {
        T element[Base::ROW];
    };
    /// One row of padding follows each eight, which are what 32 banks serve at once: neither striped nor
    /// consecutive rows meet in a bank.
    static constexpr __host__ __device__ uint padded(uint row) {
        constexpr uint PHASE_ROWS = 8;
        return row + row / PHASE_ROWS;
    }

    struct Shared {
        Row turning[padded(Base::TILE_ROWS)];
        T sums[Network::WORDS];
    };

    static __device__ uint row_of(uint r) { return Base::striped(r); }

    /// The place of this thread's row r: in a section, the rows of a thread lie one after the other.
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

    /// Phase 1, inclusive; returns the section's sum.
    static __device__ T scan_section(T (&x)[ITEMS]) {
#pragma unroll
        for (uint k = 1; k < ITEMS; ++k) x[k] = M::combine(x[k - 1], x[k]);
        return x[ITEMS - 1];
    }

    /// Phase 3; phase 2 is the network's scan of the sections' sums.
    static __device__ void add_before_section(T (&x)[ITEMS], T before, bool inclusive) {
        T previous = before;
#pragma unroll
        for (uint k = 0; k < ITEMS; ++k) {
            const T after = M::combine(before, x[k]);
            x[k] = inclusive ? after : previous;
            previous = after;
        }
    }

    static __device__ T block_scan(Shared& memory, T (&x)[ITEMS], bool inclusive) {
        put_rows<false>(memory.turning, x);
        __syncthreads();
        take_rows<true>(memory.turning, x);
        const T last = scan_section(x);
        memory.sums[threadIdx.x] = last;
        const T sum = Network::scan_leaves(memory.sums);
        add_before_section(x, Network::before_leaf(memory.sums, threadIdx.x), inclusive);
        put_rows<true>(memory.turning, x);
        __syncthreads();
        take_rows<false>(memory.turning, x);
        return sum;
    }
};

}  // namespace winnow::cuda
