// Scan-then-propagate: scan each tile, scan the tiles' sums in the same way, add them back. Any length, as
// many levels as it needs; moves four words for each element.
#pragma once

#include "cuda/scan/grid/level.cuh"
#include "cuda/scan/grid/tile.cuh"

namespace winnow::cuda {

/// Scans every tile of one level by itself. Promises propagate: sums[tile] is the tile's sum. At the top,
/// where there is one tile, sums[0] is the total if it is wanted.
template <typename Block>
__global__ void __launch_bounds__(Block::THREADS) scan_tiles(Level<typename Block::T> level, bool inclusive) {
    using Mover = TileMover<Block>;
    __shared__ typename Block::Shared memory;
    const std::uint64_t count = level_count<Block::TILE>(level), tile = blockIdx.x,
                        begin = tile * Block::TILE;
    if (tile >= tiles_of<Block::TILE>(count)) return;
    typename Block::T x[Block::ITEMS];
    Mover::load(level.input, begin, count, x);
    const auto sum = Block::block_scan(memory, x, inclusive);
    Mover::store(level.output, begin, count, Block::Monoid::identity(), x);
    if (threadIdx.x == 0 && level.sums != nullptr) level.sums[tile] = sum;
}

/// Adds to every element of a level the sum of all tiles before its own: `sums` has been scanned,
/// exclusively. The last tiles come first, since scan_tiles wrote them last and the L2 may still hold them.
template <typename Block>
__global__ void __launch_bounds__(Block::THREADS) propagate(Level<typename Block::T> level) {
    using Mover = TileMover<Block>;
    const std::uint64_t count = level_count<Block::TILE>(level), tiles = tiles_of<Block::TILE>(count);
    if (blockIdx.x + 1 >= tiles) return;  // nothing lies before the first tile
    const std::uint64_t tile = tiles - 1 - blockIdx.x, begin = tile * Block::TILE;
    typename Block::T x[Block::ITEMS];
    Mover::load(level.output, begin, count, x);
    Mover::store(level.output, begin, count, level.sums[tile], x);
}

}  // namespace winnow::cuda
