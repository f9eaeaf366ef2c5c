// Reduce-then-scan: sum each tile, scan the sums, then scan each tile from what lies before it. Any length,
// as many levels as it needs; moves three words for each element.
#pragma once

#include "cuda/scan/grid/level.cuh"
#include "cuda/scan/grid/tile.cuh"

namespace winnow::cuda {

/// Promises scan_from_sums: sums[tile] is the tile's sum.
template <typename Block>
__global__ void __launch_bounds__(Block::THREADS) reduce_tiles(Level<typename Block::T> level) {
    __shared__ typename Block::Shared memory;
    const std::uint64_t count = level_count<Block::TILE>(level), tile = blockIdx.x;
    if (tile >= tiles_of<Block::TILE>(count)) return;
    typename Block::T x[Block::ITEMS];
    TileMover<Block>::load(level.input, tile * Block::TILE, count, x);
    const auto sum = Block::block_scan(memory, x, true);
    if (threadIdx.x == 0) level.sums[tile] = sum;
}

/// Scans every tile from the sum of all tiles before it: `sums` has been scanned, exclusively. At the top,
/// where there is one tile, sums[0] receives the total if it is wanted. The last tiles come first, since
/// reduce_tiles read them last and the L2 may still hold them.
template <typename Block>
__global__ void __launch_bounds__(Block::THREADS)
    scan_from_sums(Level<typename Block::T> level, bool inclusive, bool top) {
    using Mover = TileMover<Block>;
    __shared__ typename Block::Shared memory;
    const std::uint64_t count = level_count<Block::TILE>(level), tiles = tiles_of<Block::TILE>(count);
    if (blockIdx.x >= tiles) return;
    const std::uint64_t tile = tiles - 1 - blockIdx.x, begin = tile * Block::TILE;
    typename Block::T x[Block::ITEMS];
    Mover::load(level.input, begin, count, x);
    const auto sum = Block::block_scan(memory, x, inclusive);
    Mover::store(level.output, begin, count, top ? Block::Monoid::identity() : level.sums[tile], x);
    if (top && threadIdx.x == 0 && level.sums != nullptr) level.sums[0] = sum;
}

}  // namespace winnow::cuda
