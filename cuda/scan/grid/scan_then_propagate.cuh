// Scan each tile, scan the tiles' sums in the same way, add them back: any length, as many levels as it
// needs. BlockScan is any type that keeps the contract in block/blelloch.cuh; nothing here depends on which.
#pragma once

#include <cstdint>

#include "cuda/scan/grid/tile.cuh"

namespace winnow::cuda {

/// How many elements the scan has: known to the host, or only to the device.
struct Extent {
    std::uint64_t bound;
    const uint* count;  // null: bound
};

/// Elements of a level: of the whole scan for level 0, sums of the tiles of the level below for the others.
template <uint TILE>
__device__ std::uint64_t level_count(Extent extent, uint level) {
    std::uint64_t count = extent.bound;
    if (extent.count && *extent.count < count) count = *extent.count;
    for (uint i = 0; i < level; ++i) count = (count + TILE - 1) / TILE;
    return count;
}

/// Scans every tile of one level on its own and leaves its sum in sums[tile]. `top` says that this level is
/// one tile, whose sum (of nothing, perhaps) is the total; sums may be null there.
template <typename BlockScan, bool INCLUSIVE>
__global__ void __launch_bounds__(BlockScan::THREADS)
    scan_tiles(const uint* input, uint* output, uint* sums, Extent extent, uint level, bool top) {
    using Tile = TileMover<BlockScan::THREADS, BlockScan::ITEMS>;
    __shared__ typename BlockScan::Shared block_memory;
    __shared__ typename Tile::Exchange exchange;

    const std::uint64_t count = level_count<Tile::ELEMENTS>(extent, level);
    const std::uint64_t tiles = top ? 1 : (count + Tile::ELEMENTS - 1) / Tile::ELEMENTS;
    for (std::uint64_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        uint x[BlockScan::ITEMS];
        Tile::load(exchange, input, tile * Tile::ELEMENTS, count, x);
        const uint sum = BlockScan::block_scan(block_memory, x, INCLUSIVE);
        Tile::store(exchange, output, tile * Tile::ELEMENTS, count, x);
        if (threadIdx.x == 0 && sums) sums[tile] = sum;
    }
}

/// Adds to every element of a level the sum of all tiles before its own: `sums` has been scanned,
/// exclusively. The last tiles come first, since scan_tiles wrote them last and the L2 may still hold them.
template <uint THREADS, uint ITEMS>
__global__ void __launch_bounds__(THREADS)
    propagate(uint* output, const uint* sums, Extent extent, uint level) {
    using Tile = TileMover<THREADS, ITEMS>;
    const std::uint64_t count = level_count<Tile::ELEMENTS>(extent, level);
    const std::uint64_t tiles = (count + Tile::ELEMENTS - 1) / Tile::ELEMENTS;
    const bool aligned = reinterpret_cast<std::uintptr_t>(output) % sizeof(uint4) == 0;
    for (std::uint64_t i = blockIdx.x; i + 1 < tiles; i += gridDim.x) {  // nothing lies before tile 0
        const std::uint64_t tile = tiles - 1 - i, begin = tile * Tile::ELEMENTS;
        const uint before = sums[tile];
        if (aligned && begin + Tile::ELEMENTS <= count) {
            uint4* rows = reinterpret_cast<uint4*>(output + begin) + threadIdx.x;
            uint4 row[Tile::ROWS];
#pragma unroll
            for (uint r = 0; r < Tile::ROWS; ++r) row[r] = rows[r * THREADS];
#pragma unroll
            for (uint r = 0; r < Tile::ROWS; ++r)
                rows[r * THREADS] =
                    make_uint4(row[r].x + before, row[r].y + before, row[r].z + before, row[r].w + before);
        } else {
            for (std::uint64_t at = begin + threadIdx.x; at < begin + Tile::ELEMENTS && at < count;
                 at += THREADS)
                output[at] += before;
        }
    }
}

}  // namespace winnow::cuda
