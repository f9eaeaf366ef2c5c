#include "cuda/scan/device_scan.h"

#include <fmt/format.h>

#include <stdexcept>

#include "cuda/scan/instances/instances.h"

namespace winnow::cuda {
namespace {

/// Null where there is none.
std::unique_ptr<DeviceScan> find(ScanChoice choice, ScanType type) {
    choice = resolve_device_scan(choice);
    switch (choice.block) {
        case BlockScan::kogge_stone:
            return make_kogge_stone(choice.grid, type);
        case BlockScan::brent_kung:
            return make_brent_kung(choice.grid, type);
        case BlockScan::brent_kung_padded:
            return make_brent_kung_padded(choice.grid, type);
        case BlockScan::blelloch:
            return make_blelloch(choice.grid, type);
        case BlockScan::blelloch_padded:
            return make_blelloch_padded(choice.grid, type);
        case BlockScan::three_phase:
            return make_three_phase(choice.grid, type);
        case BlockScan::subgroup:
            return make_subgroup(choice.grid, type);
        case BlockScan::automatic:
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
        "CUDA is built with every block scan and grid strategy for the sum of u32 alone; {} of {} is there "
        "with "
        "blelloch and scan-then-propagate, and with subgroup and decoupled-lookback, not with {} and {}",
        name_of(type.op), name_of(type.element), name_of(choice.block), name_of(choice.grid));
}

std::unique_ptr<DeviceScan> make_device_scan(ScanChoice choice, ScanType type) {
    auto scan = find(choice, type);
    if (!scan) throw std::invalid_argument(device_scan_absence(choice, type));
    return scan;
}

}  // namespace winnow::cuda
