// Values from the whole range of a type.
#pragma once

#include <cstddef>
#include <random>
#include <vector>

namespace winnow::scan::test {

/// The same for the same count. Floats are whole numbers below 2^64, of whose sums bits are lost.
template <typename T>
std::vector<T> whole_range_values(std::size_t count) {
    std::mt19937_64 bits(count);
    std::vector<T> values(count);
    for (T& value : values) value = static_cast<T>(bits());
    return values;
}

}  // namespace winnow::scan::test
