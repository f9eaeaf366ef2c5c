// Definitions that all scan kernels share: elements and operators, warp primitives, a tile in the registers
// of its block, and a tile in memory.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>

#include "cuda/scan/device_scan.h"
#include "scan/catalogue.h"
#include "shaders/shared.h"

namespace winnow::cuda {

using shared::uint;

// --- elements and operators ------------------------------------------------------------------------------

/// An element type and an associative operator with its identity.
template <typename T, Operator OP>
struct Monoid {
    using Element = T;

    static constexpr __host__ __device__ T identity() { return IDENTITY; }

    /// Combines two values. Sums of integers wrap around; sums of i32 are computed as unsigned.
    static __device__ T combine(T a, T b) {
        if constexpr (OP == Operator::min)
            return b < a ? b : a;
        else if constexpr (OP == Operator::max)
            return a < b ? b : a;
        else if constexpr (std::numeric_limits<T>::is_integer)
            return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
        else
            return a + b;
    }

  private:
    using Limits = std::numeric_limits<T>;
    static constexpr T LARGEST = Limits::has_infinity ? Limits::infinity() : Limits::max();
    static constexpr T LEAST = Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    static constexpr T IDENTITY = OP == Operator::add ? T(0) : OP == Operator::min ? LARGEST : LEAST;
};

// --- warps: all lanes must call these --------------------------------------------------------------------

constexpr uint WARP = 32;
constexpr uint ALL_LANES = 0xFFFFFFFF;

inline __device__ uint lane() {
    return threadIdx.x % WARP;
}

/// Returns the inclusive scan of the lanes' values, by Kogge and Stone's network in log2 32 steps.
template <typename M>
__device__ typename M::Element warp_scan(typename M::Element value) {
#pragma unroll
    for (uint stride = 1; stride < WARP; stride *= 2) {
        const auto left = __shfl_up_sync(ALL_LANES, value, stride);
        if (lane() >= stride) value = M::combine(left, value);
    }
    return value;
}

/// Moves the values of an inclusive scan up by one lane, which makes the scan exclusive.
template <typename M>
__device__ typename M::Element shifted(typename M::Element inclusive) {
    const auto left = __shfl_up_sync(ALL_LANES, inclusive, 1);
    return lane() == 0 ? M::identity() : left;
}

/// Returns the sum of the lanes' values to every lane. The additions have the same order in every call.
template <typename M>
__device__ typename M::Element warp_reduce(typename M::Element value) {
#pragma unroll
    for (uint stride = WARP / 2; stride > 0; stride /= 2)
        value = M::combine(value, __shfl_xor_sync(ALL_LANES, value, stride));
    return value;
}

#if __CUDA_ARCH__ >= 800  // has an instruction for it
template <>
inline __device__ uint warp_reduce<Monoid<uint, Operator::add>>(uint value) {
    return __reduce_add_sync(ALL_LANES, value);
}
#endif

// --- a tile in the registers of its block ----------------------------------------------------------------

/// Threads of a scan's block, and the least number of blocks per multiprocessor, which bounds the registers
/// and thereby the number of loads in flight.
constexpr uint TILE_THREADS = 256;
constexpr uint TILE_BLOCKS = 4;
/// Bytes of a tile that one thread holds. On an H200 the best of the measured 64 to 192.
constexpr uint THREAD_BYTES = 128;

constexpr uint ROW_BYTES = 16;

/// A tile in rows of 16 bytes: each thread holds some rows, in memory's order within a row. The block scan
/// decides which rows these are; neighbouring threads hold neighbouring rows, so that a warp accesses memory
/// in one piece.
///
/// A block scan (block/) inherits these names and offers to a grid strategy, which knows nothing else of it:
///   row_of(r)    the place of this thread's row r among the tile's rows
///   Shared       the shared memory that it needs
///   block_scan   turns the tile into its prefix sums and returns its sum to every thread. All threads of the
///                block must call it; a barrier must lie between two calls with the same Shared.
template <typename M, uint THREADS_, uint ITEMS_>
struct Rows {
    using Monoid = M;
    using T = typename M::Element;
    static constexpr uint THREADS = THREADS_;
    static constexpr uint ITEMS = ITEMS_;               // elements that each thread holds
    static constexpr uint TILE = THREADS * ITEMS;       // elements of the tile
    static constexpr uint ROW = ROW_BYTES / sizeof(T);  // elements per row
    static constexpr uint THREAD_ROWS = ITEMS / ROW;
    static constexpr uint TILE_ROWS = THREADS * THREAD_ROWS;
    static_assert(ITEMS > 0 && ITEMS % ROW == 0, "a thread holds whole rows");

    /// Returns the place of this thread's row r among the tile's rows if the rows with the same r lie side by
    /// side.
    static __device__ uint striped(uint r) { return r * THREADS + threadIdx.x; }

    static __device__ T row_sum(const T (&x)[ITEMS], uint r) {
        T sum = x[r * ROW];
#pragma unroll
        for (uint k = 1; k < ROW; ++k) sum = M::combine(sum, x[r * ROW + k]);
        return sum;
    }

    /// Turns the row's elements into their prefix sums, starting with `before`.
    static __device__ void scan_row(T (&x)[ITEMS], uint r, T before, bool inclusive) {
#pragma unroll
        for (uint k = 0; k < ROW; ++k) {
            const T after = M::combine(before, x[r * ROW + k]);
            x[r * ROW + k] = inclusive ? after : before;
            before = after;
        }
    }
};

// --- a tile in memory ------------------------------------------------------------------------------------

/// The elements of a scan. Their true count is known to the host, or only to the device.
template <typename T>
struct Span {
    const T* input;
    T* output;
    std::uint64_t bound;
    const uint* count;  // null: count = bound
    T* total;           // null: not wanted
    bool inclusive;
};

template <typename T>
Span<T> span_of(const Elements& elements, Kind kind) {
    return {static_cast<const T*>(elements.input),
            static_cast<T*>(elements.output),
            elements.bound,
            elements.count,
            static_cast<T*>(elements.total),
            kind == Kind::inclusive};
}

inline __device__ std::uint64_t true_count(std::uint64_t bound, const uint* count) {
    return count != nullptr && *count < bound ? *count : bound;
}

/// Returns at least 1, so that an empty scan still has a total.
template <uint TILE>
__host__ __device__ std::uint64_t tiles_of(std::uint64_t elements) {
    const std::uint64_t tiles = (elements + TILE - 1) / TILE;
    return tiles > 0 ? tiles : 1;
}

/// Returns true if the tile lies wholly inside the elements and its rows are aligned to 16 bytes in memory.
/// Such a tile is moved row by row, any other element by element.
template <typename Block>
__device__ bool moves_rows(const typename Block::T* elements, std::uint64_t begin, std::uint64_t count) {
    return begin + Block::TILE <= count && reinterpret_cast<std::uintptr_t>(elements) % ROW_BYTES == 0;
}

/// Returns the place of this thread's element i in memory.
template <typename Block>
__device__ std::uint64_t place_of(std::uint64_t begin, uint i) {
    return begin + std::uint64_t{Block::row_of(i / Block::ROW)} * Block::ROW + i % Block::ROW;
}

/// Loads the tile that starts at `begin`. Elements from `count` on become the identity.
template <typename Block>
__device__ void load_tile(const typename Block::T* input, std::uint64_t begin, std::uint64_t count,
                          typename Block::T (&x)[Block::ITEMS]) {
    if (moves_rows<Block>(input, begin, count)) {
        const auto* rows = reinterpret_cast<const uint4*>(input + begin);
#pragma unroll
        for (uint r = 0; r < Block::THREAD_ROWS; ++r) {
            const uint4 row = rows[Block::row_of(r)];
            memcpy(&x[r * Block::ROW], &row, sizeof row);
        }
    } else {
#pragma unroll
        for (uint i = 0; i < Block::ITEMS; ++i) {
            const std::uint64_t at = place_of<Block>(begin, i);
            x[i] = at < count ? input[at] : Block::Monoid::identity();
        }
    }
}

/// Combines `before` with every element and stores the results. Nothing is written from `count` on.
template <typename Block>
__device__ void store_tile(typename Block::T* output, std::uint64_t begin, std::uint64_t count,
                           typename Block::T before, typename Block::T (&x)[Block::ITEMS]) {
#pragma unroll
    for (uint i = 0; i < Block::ITEMS; ++i) x[i] = Block::Monoid::combine(before, x[i]);
    if (moves_rows<Block>(output, begin, count)) {
        auto* rows = reinterpret_cast<uint4*>(output + begin);
#pragma unroll
        for (uint r = 0; r < Block::THREAD_ROWS; ++r) {
            uint4 row;
            memcpy(&row, &x[r * Block::ROW], sizeof row);
            rows[Block::row_of(r)] = row;
        }
    } else {
#pragma unroll
        for (uint i = 0; i < Block::ITEMS; ++i) {
            const std::uint64_t at = place_of<Block>(begin, i);
            if (at < count) output[at] = x[i];
        }
    }
}

}  // namespace winnow::cuda
