#include "scan/reference.h"

namespace winnow::scan {

std::uint32_t reference_scan(Kind kind, std::span<const std::uint32_t> input,
                             std::span<std::uint32_t> output) {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < input.size(); ++i) {
        const std::uint32_t value = input[i];
        output[i] = kind == Kind::exclusive ? sum : sum + value;
        sum += value;
    }
    return sum;
}

}  // namespace winnow::scan
