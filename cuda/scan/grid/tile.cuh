// How a tile comes from memory into registers and back: memory is touched in rows that a warp shares,
// registers hold consecutive elements, and each warp turns the one into the other in its own part of shared
// memory.
#pragma once

#include <cstdint>

#include "shaders/shared.h"

namespace winnow::cuda {

using shared::uint;

constexpr uint WARP = 32;
constexpr uint ROW_WORDS = 4;  // of one 16-byte access

template <uint THREADS, uint ITEMS>
struct TileMover {
    static constexpr uint ELEMENTS = THREADS * ITEMS;
    static constexpr uint ROWS = ITEMS / ROW_WORDS;
    static constexpr uint WARP_ITEMS = WARP * ITEMS;
    static_assert(THREADS % WARP == 0 && ITEMS % ROW_WORDS == 0, "warps move whole rows of 16 bytes");

    /// One row of padding behind each 32 words: neither the striped nor the blocked accesses meet in a bank.
    static constexpr __host__ __device__ uint padded(uint i) { return i + i / WARP * ROW_WORDS; }

    struct alignas(16) Exchange {
        uint words[THREADS / WARP][padded(WARP_ITEMS)];
    };

    /// Fills `items` with the thread's consecutive elements of the tile that begins at `begin`; zero from
    /// `count` on.
    static __device__ void load(Exchange& exchange, const uint* input, std::uint64_t begin,
                                std::uint64_t count, uint (&items)[ITEMS]) {
        uint* words = exchange.words[threadIdx.x / WARP];
        const uint lane = threadIdx.x % WARP;
        const std::uint64_t warp_begin = begin + threadIdx.x / WARP * WARP_ITEMS;
        if (in_rows(input, warp_begin, count)) {
            load_rows(words, reinterpret_cast<const uint4*>(input + warp_begin), lane);
        } else {
#pragma unroll
            for (uint i = 0; i < ITEMS; ++i) {
                const uint at = i * WARP + lane;
                words[padded(at)] = warp_begin + at < count ? input[warp_begin + at] : 0;
            }
        }
        __syncwarp();
#pragma unroll
        for (uint i = 0; i < ROWS; ++i) {
            const uint4 row = *row_at(words, lane * ITEMS + i * ROW_WORDS);
            items[4 * i] = row.x;
            items[4 * i + 1] = row.y;
            items[4 * i + 2] = row.z;
            items[4 * i + 3] = row.w;
        }
    }

    /// The reverse; nothing is written from `count` on. The exchange may be used again at once.
    static __device__ void store(Exchange& exchange, uint* output, std::uint64_t begin, std::uint64_t count,
                                 const uint (&items)[ITEMS]) {
        uint* words = exchange.words[threadIdx.x / WARP];
        const uint lane = threadIdx.x % WARP;
        const std::uint64_t warp_begin = begin + threadIdx.x / WARP * WARP_ITEMS;
#pragma unroll
        for (uint i = 0; i < ROWS; ++i)  // a thread overwrites only what it alone has read
            *row_at(words, lane * ITEMS + i * ROW_WORDS) =
                make_uint4(items[4 * i], items[4 * i + 1], items[4 * i + 2], items[4 * i + 3]);
        __syncwarp();
        if (in_rows(output, warp_begin, count)) {
            uint4* rows = reinterpret_cast<uint4*>(output + warp_begin);
#pragma unroll
            for (uint i = 0; i < ROWS; ++i)
                rows[i * WARP + lane] = *row_at(words, (i * WARP + lane) * ROW_WORDS);
        } else {
#pragma unroll
            for (uint i = 0; i < ITEMS; ++i) {
                const uint at = i * WARP + lane;
                if (warp_begin + at < count) output[warp_begin + at] = words[padded(at)];
            }
        }
        __syncwarp();  // the next tile overwrites what other lanes read here
    }

  private:
    /// Whether the warp's part is whole and lies on 16 bytes.
    static __device__ bool in_rows(const uint* memory, std::uint64_t warp_begin, std::uint64_t count) {
        return warp_begin + WARP_ITEMS <= count &&
               reinterpret_cast<std::uintptr_t>(memory) % sizeof(uint4) == 0;
    }

    static __device__ void load_rows(uint* words, const uint4* rows, uint lane) {
        uint4 row[ROWS];
#pragma unroll
        for (uint i = 0; i < ROWS; ++i)
            row[i] = __ldcs(rows + i * WARP + lane);  // read once: leave the L2 to what is written
#pragma unroll
        for (uint i = 0; i < ROWS; ++i) *row_at(words, (i * WARP + lane) * ROW_WORDS) = row[i];
    }

    static __device__ uint4* row_at(uint* words, uint i) {
        return reinterpret_cast<uint4*>(words + padded(i));
    }
};

}  // namespace winnow::cuda
