#include "cuda/scan/grid/scan_then_propagate.cuh"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "cuda/base/device_array.h"
#include "cuda/base/fill.h"
#include "cuda/base/grid.h"
#include "cuda/scan/block/blelloch.cuh"
#include "cuda/scan/device_scan.h"
#include "cuda/scan/tuning.h"

namespace winnow::cuda {
namespace {

std::uint64_t ceil_divide(std::uint64_t a, std::uint64_t b) {
    return (a + b - 1) / b;
}

template <typename BlockScan>
class ScanThenPropagate : public DeviceScan {
  public:
    ScanThenPropagate()
        : exclusive_blocks_(resident_blocks(scan_tiles<BlockScan, false>, BlockScan::THREADS)),
          inclusive_blocks_(resident_blocks(scan_tiles<BlockScan, true>, BlockScan::THREADS)),
          propagate_blocks_(
              resident_blocks(propagate<BlockScan::THREADS, BlockScan::ITEMS>, BlockScan::THREADS)) {}

    void reserve(std::uint64_t bound) override {
        const std::uint64_t words = scratch_words(bound);
        if (words > scratch_.count()) scratch_ = DeviceArray<uint>(words);
    }

    void run(cudaStream_t stream, const Elements& elements, Kind kind) override {
        reserve(elements.bound);
        const std::vector<Level> levels = levels_of(elements);
        const Extent extent{elements.bound, elements.count};
        for (uint level = 0; level < levels.size(); ++level)
            scan_level(stream, levels, level, extent, level == 0 ? kind : Kind::exclusive);
        for (uint level = static_cast<uint>(levels.size()) - 1; level-- > 0;)
            propagate_level(stream, levels[level], extent, level);
    }

    void poison_scratch(cudaStream_t stream, std::uint32_t word) override {
        fill(stream, scratch_.data(), scratch_.count(), word);
    }

    std::uint64_t tile() const override { return TILE; }

  private:
    static constexpr std::uint64_t TILE = std::uint64_t{BlockScan::THREADS} * BlockScan::ITEMS;

    struct Level {
        const uint* input;
        uint* output;
        uint* sums;           // one a tile; of the top level: the total, or null
        std::uint64_t tiles;  // at most, if only the device knows the count
    };

    /// Every level has one word for each tile of the level below.
    static std::uint64_t scratch_words(std::uint64_t bound) {
        std::uint64_t words = 0;
        while (bound > TILE) words += bound = ceil_divide(bound, TILE);
        return words;
    }

    std::vector<Level> levels_of(const Elements& elements) const {
        std::vector<Level> levels{{static_cast<const uint*>(elements.input),
                                   static_cast<uint*>(elements.output), static_cast<uint*>(elements.total),
                                   std::max<std::uint64_t>(ceil_divide(elements.bound, TILE), 1)}};
        uint* sums = scratch_.data();
        while (levels.back().tiles > 1) {
            const std::uint64_t words = levels.back().tiles;
            levels.back().sums = sums;
            levels.push_back({sums, sums, static_cast<uint*>(elements.total), ceil_divide(words, TILE)});
            sums += words;
        }
        return levels;
    }

    void scan_level(cudaStream_t stream, const std::vector<Level>& levels, uint index, Extent extent,
                    Kind kind) {
        const Level& level = levels[index];
        const bool top = index + 1 == levels.size(), inclusive = kind == Kind::inclusive;
        const uint blocks = grid_for(level.tiles, inclusive ? inclusive_blocks_ : exclusive_blocks_);
        const auto kernel = inclusive ? scan_tiles<BlockScan, true> : scan_tiles<BlockScan, false>;
        kernel<<<blocks, BlockScan::THREADS, 0, stream>>>(level.input, level.output, level.sums, extent,
                                                          index, top);
        check_launch("scan_tiles");
    }

    void propagate_level(cudaStream_t stream, const Level& level, Extent extent, uint index) {
        propagate<BlockScan::THREADS, BlockScan::ITEMS>
            <<<grid_for(level.tiles, propagate_blocks_), BlockScan::THREADS, 0, stream>>>(
                level.output, level.sums, extent, index);
        check_launch("propagate");
    }

    DeviceArray<uint> scratch_;
    uint exclusive_blocks_, inclusive_blocks_, propagate_blocks_;
};

}  // namespace

ScanChoice resolve_device_scan(ScanChoice choice) {
    if (choice.block == BlockScan::automatic) choice.block = BlockScan::blelloch;
    if (choice.grid == GridStrategy::automatic) choice.grid = GridStrategy::scan_then_propagate;
    return choice;
}

std::string device_scan_absence(ScanChoice choice, ScanType type) {
    choice = resolve_device_scan(choice);
    if (choice.block != BlockScan::blelloch || choice.grid != GridStrategy::scan_then_propagate ||
        type != ScanType{})
        return "not built yet";
    return {};
}

std::unique_ptr<DeviceScan> make_device_scan(ScanChoice choice, ScanType type) {
    if (const std::string reason = device_scan_absence(choice, type); !reason.empty())
        throw std::invalid_argument(reason);
    return std::make_unique<ScanThenPropagate<Blelloch<BLOCK_THREADS, ITEMS_PER_THREAD>>>();
}

}  // namespace winnow::cuda
