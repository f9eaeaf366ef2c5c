// A copy of particles' columns: what a step that did nothing but move them would cost.
#pragma once

#include <cstdint>
#include <string>

#include "measure/baseline.h"
#include "measure/timing.h"

namespace winnow::measure {

/// The fastest copy of all columns of so many particles, among those that there are here. Its buffers are
/// gone afterwards. Throws Error(bad_input) before anything is allocated if they do not fit.
struct ColumnCopy {
    std::string name;
    double milliseconds = 0;
};
ColumnCopy time_column_copy(const BenchTools& tools, const BenchmarkPeers& peers, std::uint64_t particles);

}  // namespace winnow::measure
