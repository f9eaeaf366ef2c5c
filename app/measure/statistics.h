// The median and the spread of measurements.
#pragma once

#include <vector>

namespace winnow::measure {

inline constexpr double us_per_ms = 1000;

struct Spread {
    double median = 0;
    double p10 = 0, p90 = 0;  // a tenth lies below, a tenth above
};

/// Precondition: not empty. Between two samples it interpolates.
Spread spread_of(std::vector<double> samples);

}  // namespace winnow::measure
