// Copies as yardsticks: what a pass that only moves bytes would cost.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "measure/baseline.h"
#include "measure/timing.h"

namespace winnow::measure {

/// All buffers of one run: each input is copied whole to its output.
using CopyPairs = std::function<std::vector<BenchmarkPair>(std::uint32_t run)>;

/// Milliseconds of one run of every copy that there is here, a value for each sample.
struct CopyTimes {
    std::string name;
    std::vector<double> ms;
};
std::vector<CopyTimes> time_copies(const BenchTools& tools, const Timing& timing, const BenchmarkPeers& peers,
                                   const CopyPairs& pairs);

}  // namespace winnow::measure
