// Copies as baselines: of any buffers, and of a record's columns.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "measure/baseline.h"
#include "measure/timing.h"

namespace winnow::measure {

/// Returns all pairs of buffers of one run; each input is copied whole to its output.
using CopyPairs = std::function<std::vector<BenchmarkPair>(std::uint32_t run)>;

struct CopyTimes {
    std::string name;
    std::vector<double> ms;  // one run, one value per sample
};
/// Times every copy that this machine has.
std::vector<CopyTimes> time_copies(const BenchTools& tools, const Timing& timing,
                                   const ScanBaselines& baselines, const CopyPairs& pairs);

struct ColumnCopy {
    std::string name;
    double milliseconds = 0;
};

/// Returns the fastest copy that this machine has of all columns of this many particles. Its buffers are
/// freed afterwards. Throws Error(bad_input) before anything is allocated if they do not fit.
ColumnCopy time_column_copy(const BenchTools& tools, const ScanBaselines& baselines, std::uint64_t particles);

}  // namespace winnow::measure
