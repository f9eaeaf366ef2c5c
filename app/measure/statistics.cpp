#include "measure/statistics.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace winnow::measure {
namespace {

double quantile(const std::vector<double>& sorted, double share) {
    const double at = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(std::floor(at));
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return std::lerp(sorted[below], sorted[above], at - static_cast<double>(below));
}

}  // namespace

Spread spread_of(std::vector<double> samples) {
    if (samples.empty()) throw std::logic_error("no samples");
    std::sort(samples.begin(), samples.end());
    return {quantile(samples, 0.5), quantile(samples, 0.1), quantile(samples, 0.9)};
}

}  // namespace winnow::measure
