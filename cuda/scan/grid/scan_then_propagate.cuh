// Scan-then-propagate (the hierarchical scan of Blelloch 1990 and of Kirk and Hwu): scan each tile, scan the
// tiles' sums in the same way, add them back. Any length, as many levels as it needs; moves four words for
// each element.
#pragma once

#include "cuda/scan/grid/levels.cuh"

namespace winnow::cuda {

// --- upwards: scan the tiles of a level
// ----------------------------------------------------------------------

/// Scans every tile of one level by itself. Promises propagate: sums[tile] is the tile's sum. At the top,
/// where there is one tile, sums[0] is the total if it is wanted.
template <typename Block>
__global__ void __launch_bounds__(Block::THREADS) scan_tiles(Level<typename Block::T> level, bool inclusive) {
    __shared__ typename Block::Shared memory;
    const std::uint64_t count = level_count<Block::TILE>(level), tile = blockIdx.x,
                        begin = tile * Block::TILE;
    if (tile >= tiles_of<Block::TILE>(count)) return;
    typename Block::T x[Block::ITEMS];
    load_tile<Block>(level.input, begin, count, x);
    const auto sum = Block::block_scan(memory, x, inclusive);
    store_tile<Block>(level.output, begin, count, Block::Monoid::identity(), x);
    if (threadIdx.x == 0 && level.sums != nullptr) level.sums[tile] = sum;
}

// --- downwards: add what lies before each tile
// ---------------------------------------------------------------

/// Adds to every element of a level the sum of all tiles before its own: `sums` has been scanned,
/// exclusively. The last tiles come first, since scan_tiles wrote them last and the L2 may still hold them.
template <typename Block>
__global__ void __launch_bounds__(Block::THREADS) propagate(Level<typename Block::T> level) {
    const std::uint64_t count = level_count<Block::TILE>(level), tiles = tiles_of<Block::TILE>(count);
    if (blockIdx.x + 1 >= tiles) return;  // nothing lies before the first tile
    const std::uint64_t tile = tiles - 1 - blockIdx.x, begin = tile * Block::TILE;
    typename Block::T x[Block::ITEMS];
    load_tile<Block>(level.output, begin, count, x);
    store_tile<Block>(level.output, begin, count, level.sums[tile], x);
}

// --- launches
// ------------------------------------------------------------------------------------------------

template <typename Block>
class ScanThenPropagate : public Hierarchical<Block> {
  public:
    void run(cudaStream_t stream, const Elements& elements, Kind kind) override {
        this->reserve(elements.bound);
        const auto levels = this->levels_of(elements, kind);
        for (const auto& [level, tiles] : levels) {
            const bool inclusive = level.index == 0 && kind == Kind::inclusive;
            scan_tiles<Block><<<tiles, Block::THREADS, 0, stream>>>(level, inclusive);
            check_launch("scan_tiles");
        }
        for (std::size_t k = levels.size() - 1; k-- > 0;) {
            propagate<Block><<<levels[k].tiles, Block::THREADS, 0, stream>>>(levels[k].level);
            check_launch("propagate");
        }
    }
};

}  // namespace winnow::cuda
