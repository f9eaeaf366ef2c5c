// The hierarchy of scan-then-propagate and reduce-then-scan: level 0 holds the elements, level k + 1 one sum
// for each tile of level k, and the top has one tile.
#pragma once

#include "cuda/scan/grid/tile.cuh"

namespace winnow::cuda {

template <typename T>
struct Level {
    const T* input;
    T* output;
    T* sums;              // one a tile; of the top level: the total, or null
    std::uint64_t bound;  // of level 0
    const uint* count;    // of level 0; null: bound
    uint index;
};

/// Elements of a level.
template <uint TILE, typename T>
__device__ std::uint64_t level_count(const Level<T>& level) {
    std::uint64_t count = true_count(level.bound, level.count);
    for (uint k = 0; k < level.index; ++k) count = tiles_of<TILE>(count);
    return count;
}

}  // namespace winnow::cuda
