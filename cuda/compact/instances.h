// Which compactions exist: one translation unit for each, so that they are compiled side by side.
#pragma once

#include <memory>

#include "cuda/compact/device_compaction.h"
#include "cuda/scan/device_scan.h"

namespace winnow::cuda {

std::unique_ptr<DeviceCompaction> make_staged(std::unique_ptr<DeviceScan> scan);
std::unique_ptr<DeviceCompaction> make_bits(std::unique_ptr<DeviceScan> scan);
/// `grid` is single-pass.
std::unique_ptr<DeviceCompaction> make_fused(GridStrategy grid);
std::unique_ptr<DeviceCompaction> make_atomic();

}  // namespace winnow::cuda
