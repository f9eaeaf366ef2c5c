// Sums of floats against sums in double.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "scan/error_bound.h"
#include "scan/scan.h"

namespace winnow::scan::test {

using Floats = std::vector<float>;

/// The largest |result - reference| / bound over all elements: the bound holds if it is at most 1.
inline double used(Kind kind, const Floats& input, const Floats& result, std::uint64_t depth) {
    double sum = 0, magnitudes = 0, worst = 0;
    for (std::size_t i = 0; i < input.size(); ++i) {
        const auto add = [&] {
            sum += input[i];
            magnitudes += std::abs(input[i]);
        };
        if (kind == Kind::inclusive) add();
        const double bound = error_bound(Operator::add, depth, i + 1, magnitudes);
        const double error = std::abs(result[i] - sum);
        if (error > 0) worst = std::max(worst, error / bound);
        if (kind == Kind::exclusive) add();
    }
    return worst;
}

/// From `least` to 1.
inline Floats random_floats(std::size_t count, float least) {
    std::mt19937 bits(static_cast<std::uint32_t>(count));
    std::uniform_real_distribution<float> values(least, 1);
    Floats floats(count);
    for (float& value : floats) value = values(bits);
    return floats;
}

}  // namespace winnow::scan::test
