// The compactions and sorts that benchmarks measure with CUDA events: CUB, Thrust, the index lists of game
// engines, and our own compactors.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cuda/compact/device_compaction.h"
#include "cuda/runtime.h"
#include "measure/baseline.h"

namespace winnow::cuda {

/// Makes the baselines, without our own compactors.
std::vector<std::unique_ptr<measure::CompactBaseline>> make_compact_baselines(
    const std::shared_ptr<Runtime>& runtime);

/// Makes one of our compactors, timed like the baselines, on the batch's own buffers.
std::unique_ptr<measure::CompactBaseline> make_timed_compactor(std::shared_ptr<Runtime> runtime,
                                                               std::unique_ptr<DeviceCompaction> compaction,
                                                               bool keeps_order);

std::vector<std::unique_ptr<measure::SortBaseline>> make_sort_baselines(std::shared_ptr<Runtime> runtime);

}  // namespace winnow::cuda
