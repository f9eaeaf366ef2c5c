// A tile between memory and the registers of its block, row by row where the tile is whole and its rows are
// rows of 16 bytes in memory, else element by element.
#pragma once

#include <cstdint>
#include <cstring>

#include "cuda/scan/block/rows.cuh"

namespace winnow::cuda {

/// Threads of blocks that move tiles, and how many blocks a multiprocessor shall hold at least: that bounds
/// the registers, and with them how many loads are in flight.
constexpr uint TILE_THREADS = 256;
constexpr uint TILE_BLOCKS = 4;
/// Bytes of a tile that one thread holds. Measured on an H200 to be best among 64 to 192.
constexpr uint THREAD_BYTES = 128;

/// Where the elements lie, and how many there are: known to the host, or only to the device.
template <typename T>
struct Span {
    const T* input;
    T* output;
    std::uint64_t bound;
    const uint* count;  // null: bound
    T* total;           // null: not wanted
    bool inclusive;
};

inline __device__ std::uint64_t true_count(std::uint64_t bound, const uint* count) {
    return count != nullptr && *count < bound ? *count : bound;
}

/// At least one, so that the scan of nothing still has a total.
template <uint TILE>
__host__ __device__ std::uint64_t tiles_of(std::uint64_t elements) {
    const std::uint64_t tiles = (elements + TILE - 1) / TILE;
    return tiles > 0 ? tiles : 1;
}

template <typename Block>
struct TileMover {
    using T = typename Block::T;
    static constexpr uint ROW = Block::ROW;

    /// From `count` on, the identity.
    static __device__ void load(const T* input, std::uint64_t begin, std::uint64_t count,
                                T (&x)[Block::ITEMS]) {
        if (moves_rows(input, begin, count)) {
            const auto* rows = reinterpret_cast<const uint4*>(input + begin);
#pragma unroll
            for (uint r = 0; r < Block::THREAD_ROWS; ++r) {
                const uint4 row = rows[Block::row_of(r)];
                memcpy(&x[r * ROW], &row, sizeof row);
            }
        } else {
#pragma unroll
            for (uint i = 0; i < Block::ITEMS; ++i) {
                const std::uint64_t at = place(begin, i);
                x[i] = at < count ? input[at] : Block::Monoid::identity();
            }
        }
    }

    /// Stores what `before` makes of the elements; nothing is written from `count` on.
    static __device__ void store(T* output, std::uint64_t begin, std::uint64_t count, T before,
                                 T (&x)[Block::ITEMS]) {
#pragma unroll
        for (uint i = 0; i < Block::ITEMS; ++i) x[i] = Block::Monoid::combine(before, x[i]);
        if (moves_rows(output, begin, count)) {
            auto* rows = reinterpret_cast<uint4*>(output + begin);
#pragma unroll
            for (uint r = 0; r < Block::THREAD_ROWS; ++r) {
                uint4 row;
                memcpy(&row, &x[r * ROW], sizeof row);
                rows[Block::row_of(r)] = row;
            }
        } else {
#pragma unroll
            for (uint i = 0; i < Block::ITEMS; ++i) {
                const std::uint64_t at = place(begin, i);
                if (at < count) output[at] = x[i];
            }
        }
    }

  private:
    static __device__ bool moves_rows(const T* elements, std::uint64_t begin, std::uint64_t count) {
        return begin + Block::TILE <= count && reinterpret_cast<std::uintptr_t>(elements) % ROW_BYTES == 0;
    }

    static __device__ std::uint64_t place(std::uint64_t begin, uint i) {
        return begin + std::uint64_t{Block::row_of(i / ROW)} * ROW + i % ROW;
    }
};

}  // namespace winnow::cuda
