// The hierarchy of scan-then-propagate and reduce-then-scan: level 0 holds the elements, level k + 1 holds
// one sum for each tile of level k, and the top level has one tile.
#pragma once

#include <vector>

#include "cuda/base/device_array.h"
#include "cuda/scan/common.cuh"

namespace winnow::cuda {

template <typename T>
struct Level {
    const T* input;
    T* output;
    T* sums;              // one per tile; at the top level: the total, or null
    std::uint64_t bound;  // of level 0
    const uint* count;    // of level 0; null: count = bound
    uint index;
};

template <uint TILE, typename T>
__device__ std::uint64_t elements_of_level(const Level<T>& level) {
    std::uint64_t count = true_count(level.bound, level.count);
    for (uint k = 0; k < level.index; ++k) count = tiles_of<TILE>(count);
    return count;
}

/// The host part of both strategies: the sums of all levels, and the launch for each level.
template <typename Block>
class Hierarchical : public DeviceScan {
  public:
    using T = typename Block::T;

    void reserve(std::uint64_t bound) override {
        const std::uint64_t sums = sums_of(bound);
        if (sums > sums_.count()) sums_ = DeviceArray<T>(sums);
    }

    void poison_scratch(cudaStream_t stream, std::uint32_t word) override {
        fill(stream, reinterpret_cast<std::uint32_t*>(sums_.data()), sums_.count() * sizeof(T) / sizeof word,
             word);
    }

    std::uint64_t tile() const override { return Block::TILE; }

  protected:
    struct LevelLaunch {
        Level<T> level;
        uint tiles;  // an upper bound if only the device knows the count
    };

    /// Returns the levels from the elements up to the level that is a single tile.
    std::vector<LevelLaunch> levels_of(const Elements& elements, Kind kind) const {
        const Span<T> span = span_of<T>(elements, kind);
        std::uint64_t tiles = tiles_of<Block::TILE>(elements.bound);
        std::vector<LevelLaunch> levels;
        levels.push_back(
            {{span.input, span.output, span.total, span.bound, span.count, 0}, static_cast<uint>(tiles)});
        for (T* sums = sums_.data(); tiles > 1;) {
            levels.back().level.sums = sums;
            const uint index = static_cast<uint>(levels.size());
            T* const here = sums;
            sums += tiles;
            tiles = tiles_of<Block::TILE>(tiles);
            levels.push_back(
                {{here, here, span.total, span.bound, span.count, index}, static_cast<uint>(tiles)});
        }
        return levels;
    }

  private:
    static std::uint64_t sums_of(std::uint64_t bound) {
        std::uint64_t sums = 0;
        for (std::uint64_t tiles = tiles_of<Block::TILE>(bound); tiles > 1;
             tiles = tiles_of<Block::TILE>(tiles))
            sums += tiles;
        return sums;
    }

    DeviceArray<T> sums_;  // of all levels, one after the other; every run rewrites them
};

}  // namespace winnow::cuda
