// Scan-then-propagate, the grid strategy of the textbooks (Blelloch 1990; Kirk and Hwu): scan every tile by
// itself, scan the tiles' sums in the same way, and add to every tile the sum of all tiles before it. It
// handles any length with as many levels as needed, and moves four words for each element.
#pragma once

#include "cuda/scan/grid/levels.cuh"

namespace winnow::cuda {

// --- scan_tiles, on the way up ---------------------------------------------------------------------------

/// Scans every tile of one level by itself and leaves its sum in sums[tile], for propagate. At the top, where
/// there is one tile, sums[0] is the total if it is wanted.
template <typename Block>
__global__ void __launch_bounds__(Block::THREADS) scan_tiles(Level<typename Block::T> level, bool inclusive) {
    __shared__ typename Block::Shared memory;
    const std::uint64_t count = elements_of_level<Block::TILE>(level), tile = blockIdx.x,
                        begin = tile * Block::TILE;
    if (tile >= tiles_of<Block::TILE>(count)) return;
    typename Block::T x[Block::ITEMS];
    load_tile<Block>(level.input, begin, count, x);
    const auto sum = Block::block_scan(memory, x, inclusive);
    store_tile<Block>(level.output, begin, count, Block::Monoid::identity(), x);
    if (threadIdx.x == 0 && level.sums != nullptr) level.sums[tile] = sum;
}

// --- propagate, on the way down --------------------------------------------------------------------------

/// Adds to every element of a level the sum of all tiles before its own: `sums` holds an exclusive scan. The
/// last tiles come first, because scan_tiles wrote them last and the L2 may still hold them.
template <typename Block>
__global__ void __launch_bounds__(Block::THREADS) propagate(Level<typename Block::T> level) {
    const std::uint64_t count = elements_of_level<Block::TILE>(level), tiles = tiles_of<Block::TILE>(count);
    if (blockIdx.x + 1 >= tiles) return;  // nothing precedes the first tile
    const std::uint64_t tile = tiles - 1 - blockIdx.x, begin = tile * Block::TILE;
    typename Block::T x[Block::ITEMS];
    load_tile<Block>(level.output, begin, count, x);
    store_tile<Block>(level.output, begin, count, level.sums[tile], x);
}

// --- launches --------------------------------------------------------------------------------------------

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
