#include "cuda/compact/device_compaction.h"

#include <fmt/format.h>

#include <stdexcept>

#include "cuda/compact/atomic.cuh"
#include "cuda/compact/bits.cuh"
#include "cuda/compact/fused.cuh"
#include "cuda/compact/staged.cuh"
#include "cuda/scan/grid/chained.cuh"
#include "cuda/scan/grid/decoupled_lookback.cuh"

namespace winnow::cuda {
namespace {

std::string fused_absence(ScanChoice choice) {
    if (choice.block != BlockScan::automatic && choice.block != BlockScan::subgroup)
        return fmt::format(
            "fused counts survivors by warp operations, like the block scan subgroup; use {} "
            "with "
            "bits or staged",
            name_of(choice.block));
    if (choice.grid == GridStrategy::scan_then_propagate || choice.grid == GridStrategy::reduce_then_scan)
        return fmt::format(
            "fused needs a single-pass scan, decoupled-lookback or chained; use {} with bits or staged",
            name_of(choice.grid));
    return {};
}

/// Precondition: `grid` is single-pass.
std::unique_ptr<DeviceCompaction> make_fused(GridStrategy grid) {
    if (grid == GridStrategy::chained) return std::make_unique<Fused<Chain<SumOfWords>, ByTicket>>();
    return std::make_unique<Fused<LookBack<SumOfWords>, ByIndex>>();
}

}  // namespace

Compaction resolve_device_compaction(Compaction compaction, ScanChoice choice) {
    if (compaction != Compaction::automatic) return compaction;
    return fused_absence(choice).empty() ? Compaction::fused : Compaction::bits;
}

std::string device_compaction_absence(Compaction compaction, ScanChoice choice) {
    switch (resolve_device_compaction(compaction, choice)) {
        case Compaction::fused:
            return fused_absence(choice);
        case Compaction::atomic:  // has no scan, so every choice fits
            return {};
        default:
            return device_scan_absence(choice, {});
    }
}

std::unique_ptr<DeviceCompaction> make_device_compaction(Compaction compaction, ScanChoice choice) {
    if (const std::string reason = device_compaction_absence(compaction, choice); !reason.empty())
        throw std::invalid_argument(reason);
    switch (resolve_device_compaction(compaction, choice)) {
        case Compaction::staged:
            return std::make_unique<Staged>(make_device_scan(choice));
        case Compaction::bits:
            return std::make_unique<Bits>(make_device_scan(choice));
        case Compaction::atomic:
            return std::make_unique<Atomic>();
        default:
            return make_fused(resolve_device_scan(choice).grid);
    }
}

}  // namespace winnow::cuda
