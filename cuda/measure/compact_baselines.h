// What benchmarks of compaction and sorting measure on CUDA's clock: CUB, Thrust, the index lists of engines,
// and our own compactors.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cuda/compact/device_compaction.h"
#include "cuda/runtime.h"
#include "measure/baseline.h"

namespace winnow::cuda {

/// All but our own.
std::vector<std::unique_ptr<measure::CompactPeer>> make_compact_peers(
    const std::shared_ptr<Runtime>& runtime);

/// One of ours, timed as the peers are, on the batch's own buffers.
std::unique_ptr<measure::CompactPeer> make_timed_compactor(std::shared_ptr<Runtime> runtime,
                                                           std::unique_ptr<DeviceCompaction> compaction,
                                                           bool keeps_order);

std::vector<std::unique_ptr<measure::SortPeer>> make_sort_peers(std::shared_ptr<Runtime> runtime);

}  // namespace winnow::cuda
