// What benchmarks measure on CUDA's clock: two copies as yardsticks, CUB, the naive scan, and our own scans.
#pragma once

#include <memory>
#include <vector>

#include "cuda/measure/peer.h"
#include "cuda/scan/device_scan.h"

namespace winnow::cuda {

/// All but our own scans.
std::vector<std::unique_ptr<measure::BenchmarkPeer>> make_peers(std::shared_ptr<Runtime> runtime);

/// A scan of ours, timed as the peers are.
std::unique_ptr<measure::BenchmarkPeer> make_timed_scan(std::shared_ptr<Runtime> runtime,
                                                        std::unique_ptr<DeviceScan> scan);

}  // namespace winnow::cuda
