// The host's side of the strategies that build a hierarchy of tiles' sums.
#pragma once

#include <vector>

#include "cuda/base/device_array.h"
#include "cuda/base/fill.h"
#include "cuda/scan/device_scan.h"
#include "cuda/scan/grid/reduce_then_scan.cuh"
#include "cuda/scan/grid/scan_then_propagate.cuh"

namespace winnow::cuda {

/// The elements of a run with their type.
template <typename T>
Span<T> span_of(const Elements& elements, Kind kind) {
    return {static_cast<const T*>(elements.input),
            static_cast<T*>(elements.output),
            elements.bound,
            elements.count,
            static_cast<T*>(elements.total),
            kind == Kind::inclusive};
}

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
    struct Floor {
        Level<T> level;
        uint tiles;  // at most, where only the device knows the count
    };

    /// From the elements up to the level that is one tile.
    std::vector<Floor> floors_of(const Elements& elements, Kind kind) const {
        const Span<T> span = span_of<T>(elements, kind);
        std::uint64_t tiles = tiles_of<Block::TILE>(elements.bound);
        std::vector<Floor> floors;
        floors.push_back(
            {{span.input, span.output, span.total, span.bound, span.count, 0}, static_cast<uint>(tiles)});
        for (T* sums = sums_.data(); tiles > 1;) {
            floors.back().level.sums = sums;
            const uint index = static_cast<uint>(floors.size());
            T* const here = sums;
            sums += tiles;
            tiles = tiles_of<Block::TILE>(tiles);
            floors.push_back(
                {{here, here, span.total, span.bound, span.count, index}, static_cast<uint>(tiles)});
        }
        return floors;
    }

  private:
    static std::uint64_t sums_of(std::uint64_t bound) {
        std::uint64_t sums = 0;
        for (std::uint64_t tiles = tiles_of<Block::TILE>(bound); tiles > 1;
             tiles = tiles_of<Block::TILE>(tiles))
            sums += tiles;
        return sums;
    }

    DeviceArray<T> sums_;  // of all levels one after the other; rewritten by every run
};

template <typename Block>
class ScanThenPropagate : public Hierarchical<Block> {
  public:
    void run(cudaStream_t stream, const Elements& elements, Kind kind) override {
        this->reserve(elements.bound);
        const auto floors = this->floors_of(elements, kind);
        for (const auto& floor : floors) {
            const bool inclusive = floor.level.index == 0 && kind == Kind::inclusive;
            scan_tiles<Block><<<floor.tiles, Block::THREADS, 0, stream>>>(floor.level, inclusive);
            check_launch("scan_tiles");
        }
        for (std::size_t k = floors.size() - 1; k-- > 0;) {
            propagate<Block><<<floors[k].tiles, Block::THREADS, 0, stream>>>(floors[k].level);
            check_launch("propagate");
        }
    }
};

template <typename Block>
class ReduceThenScan : public Hierarchical<Block> {
  public:
    void run(cudaStream_t stream, const Elements& elements, Kind kind) override {
        this->reserve(elements.bound);
        const auto floors = this->floors_of(elements, kind);
        for (std::size_t k = 0; k + 1 < floors.size(); ++k) {
            reduce_tiles<Block><<<floors[k].tiles, Block::THREADS, 0, stream>>>(floors[k].level);
            check_launch("reduce_tiles");
        }
        for (std::size_t k = floors.size(); k-- > 0;) {
            const bool inclusive = k == 0 && kind == Kind::inclusive;
            scan_from_sums<Block><<<floors[k].tiles, Block::THREADS, 0, stream>>>(floors[k].level, inclusive,
                                                                                  k + 1 == floors.size());
            check_launch("scan_from_sums");
        }
    }
};

}  // namespace winnow::cuda
