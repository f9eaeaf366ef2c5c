// Reduce-then-scan (Dotsenko et al., Fast Scan Algorithms on Graphics Processors, 2008): sum every tile, scan
// the sums in the same way, and then scan every tile starting with the sum of all tiles before it. It handles
// any length with as many levels as needed, and moves three words for each element.
#pragma once

#include "cuda/scan/grid/levels.cuh"

namespace winnow::cuda {

// --- reduce_tiles, on the way up -------------------------------------------------------------------------

/// Leaves the sum of each tile in sums[tile], for scan_from_sums.
template <typename Block>
__global__ void __launch_bounds__(Block::THREADS) reduce_tiles(Level<typename Block::T> level) {
    __shared__ typename Block::Shared memory;
    const std::uint64_t count = elements_of_level<Block::TILE>(level), tile = blockIdx.x;
    if (tile >= tiles_of<Block::TILE>(count)) return;
    typename Block::T x[Block::ITEMS];
    load_tile<Block>(level.input, tile * Block::TILE, count, x);
    const auto sum = Block::block_scan(memory, x, true);
    if (threadIdx.x == 0) level.sums[tile] = sum;
}

// --- scan_from_sums, on the way down ---------------------------------------------------------------------

/// Scans every tile starting with the sum of all tiles before it: `sums` holds an exclusive scan. At the top,
/// where there is one tile, sums[0] receives the total if it is wanted. The last tiles come first, because
/// reduce_tiles read them last and the L2 may still hold them.
template <typename Block>
__global__ void __launch_bounds__(Block::THREADS)
    scan_from_sums(Level<typename Block::T> level, bool inclusive, bool top) {
    __shared__ typename Block::Shared memory;
    const std::uint64_t count = elements_of_level<Block::TILE>(level), tiles = tiles_of<Block::TILE>(count);
    if (blockIdx.x >= tiles) return;
    const std::uint64_t tile = tiles - 1 - blockIdx.x, begin = tile * Block::TILE;
    typename Block::T x[Block::ITEMS];
    load_tile<Block>(level.input, begin, count, x);
    const auto sum = Block::block_scan(memory, x, inclusive);
    store_tile<Block>(level.output, begin, count, top ? Block::Monoid::identity() : level.sums[tile], x);
    if (top && threadIdx.x == 0 && level.sums != nullptr) level.sums[0] = sum;
}

// --- launches --------------------------------------------------------------------------------------------

template <typename Block>
class ReduceThenScan : public Hierarchical<Block> {
  public:
    void run(cudaStream_t stream, const Elements& elements, Kind kind) override {
        this->reserve(elements.bound);
        const auto levels = this->levels_of(elements, kind);
        for (std::size_t k = 0; k + 1 < levels.size(); ++k) {
            reduce_tiles<Block><<<levels[k].tiles, Block::THREADS, 0, stream>>>(levels[k].level);
            check_launch("reduce_tiles");
        }
        for (std::size_t k = levels.size(); k-- > 0;) {
            const bool inclusive = k == 0 && kind == Kind::inclusive, top = k + 1 == levels.size();
            scan_from_sums<Block>
                <<<levels[k].tiles, Block::THREADS, 0, stream>>>(levels[k].level, inclusive, top);
            check_launch("scan_from_sums");
        }
    }
};

}  // namespace winnow::cuda
