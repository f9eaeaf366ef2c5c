// The sequential scan that everything else is held to.
#pragma once

#include <cstdint>
#include <span>

#include "scan/scan.h"

namespace winnow::scan {

/// output.size() == input.size(); they may be the same memory. Returns the sum of all, modulo 2^32.
std::uint32_t reference_scan(Kind kind, std::span<const std::uint32_t> input,
                             std::span<std::uint32_t> output);

}  // namespace winnow::scan
