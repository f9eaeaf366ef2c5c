// Copies as yardsticks: of any buffers, and of a record's columns.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "measure/baseline.h"
#include "measure/timing.h"

namespace winnow::measure {

/// All buffers of one run: each input is copied whole to its output.
using CopyPairs = std::function<std::vector<BenchmarkPair>(std::uint32_t run)>;

struct CopyTimes {
    std::string name;
    std::vector<double> ms;  // of one run, a value for each sample
};
/// Times every copy that there is here.
std::vector<CopyTimes> time_copies(const BenchTools& tools, const Timing& timing,
                                   const ScanBaselines& baselines, const CopyPairs& pairs);

struct ColumnCopy {
    std::string name;
    double milliseconds = 0;
};

/// The fastest copy of all columns of so many particles, among those that there are here. Its buffers are
/// gone afterwards. Throws Error(bad_input) before anything is allocated if they do not fit.
ColumnCopy time_column_copy(const BenchTools& tools, const ScanBaselines& baselines, std::uint64_t particles);

}  // namespace winnow::measure
