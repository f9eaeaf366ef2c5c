#include "cuda/scan/device_scan.h"

#include <fmt/format.h>

#include <stdexcept>

namespace winnow::cuda {
namespace {

/// Returns null if there is no such scan.
std::unique_ptr<DeviceScan> find(ScanChoice choice, ScanType type) {
    choice = resolve_device_scan(choice);
    switch (choice.grid) {
        case GridStrategy::scan_then_propagate:
            return make_scan_then_propagate(choice.block, type);
        case GridStrategy::reduce_then_scan:
            return make_reduce_then_scan(choice.block, type);
        case GridStrategy::chained:
            return make_chained(choice.block, type);
        case GridStrategy::decoupled_lookback:
            return make_decoupled_lookback(choice.block, type);
        case GridStrategy::automatic:
            break;
    }
    return nullptr;
}

}  // namespace

ScanChoice resolve_device_scan(ScanChoice choice) {
    if (choice.block == BlockScan::automatic) choice.block = BlockScan::subgroup;
    if (choice.grid == GridStrategy::automatic) choice.grid = GridStrategy::decoupled_lookback;
    return choice;
}

std::string device_scan_absence(ScanChoice choice, ScanType type) {
    if (find(choice, type)) return {};
    choice = resolve_device_scan(choice);
    return fmt::format(
        "CUDA is built with every block scan and grid strategy for the sum of u32 alone; {} of {} is built "
        "only with blelloch and scan-then-propagate and with subgroup and decoupled-lookback, not {} and {}",
        name_of(type.op), name_of(type.element), name_of(choice.block), name_of(choice.grid));
}

std::unique_ptr<DeviceScan> make_device_scan(ScanChoice choice, ScanType type) {
    auto scan = find(choice, type);
    if (!scan) throw std::invalid_argument(device_scan_absence(choice, type));
    return scan;
}

}  // namespace winnow::cuda
