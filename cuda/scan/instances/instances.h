// Which scans exist: one translation unit for each block scan, so that they are compiled side by side.
//
// Sums of u32 have all pairs. So that the build stays small, the other types and operators have the default
// pair and the fastest, and sums of f32 what comparisons need. Sums of i32 are those of u32.
#pragma once

#include <memory>

#include "cuda/scan/device_scan.h"

namespace winnow::cuda {

// Each returns null where there is no such scan.
std::unique_ptr<DeviceScan> make_kogge_stone(GridStrategy grid, ScanType type);
std::unique_ptr<DeviceScan> make_brent_kung(GridStrategy grid, ScanType type);
std::unique_ptr<DeviceScan> make_brent_kung_padded(GridStrategy grid, ScanType type);
std::unique_ptr<DeviceScan> make_blelloch(GridStrategy grid, ScanType type);
std::unique_ptr<DeviceScan> make_blelloch_padded(GridStrategy grid, ScanType type);
std::unique_ptr<DeviceScan> make_three_phase(GridStrategy grid, ScanType type);
std::unique_ptr<DeviceScan> make_subgroup(GridStrategy grid, ScanType type);

// The types and operators beside sums of 32 bits.
std::unique_ptr<DeviceScan> make_default_of_other_type(ScanType type);
std::unique_ptr<DeviceScan> make_fastest_of_other_type(ScanType type);

}  // namespace winnow::cuda
