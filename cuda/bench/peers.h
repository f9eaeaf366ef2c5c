// What benchmarks print beside the suite's own scans: two copies as yardsticks, and CUB.
#pragma once

#include <memory>
#include <vector>

#include "compact/suite.h"
#include "cuda/runtime.h"

namespace winnow::cuda {

/// Each times its own work alone by CUDA events, without the hand-over.
std::vector<std::unique_ptr<BenchmarkPeer>> make_peers(std::shared_ptr<Runtime> runtime);

}  // namespace winnow::cuda
