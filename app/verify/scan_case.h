// The runs that a scan is checked with at one size.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scan/scan.h"
#include "verify/input.h"

namespace winnow::verify {

/// How much is compared at one size.
enum class Depth {
    full,   // every input, kind, place, count on the GPU and alignment
    brief,  // two runs; for sizes at which the rest would take too long
};

/// One run.
struct ScanCase {
    Input input = Input::random;
    scan::Kind kind = scan::Kind::exclusive;
    bool in_place = false;
    std::optional<std::uint32_t> count = std::nullopt;  // on the GPU; may be above the bound
    std::uint32_t input_shift = 0, output_shift = 0;    // elements: the first ones off every alignment
    bool wants_total = true;
    bool poisoned = true;
};

/// The largest shift: one element less than loads of four of them are aligned to.
inline constexpr std::uint32_t most_shift = 3;

/// The runs at `bound` elements; of all inputs, or of the one pattern that is wanted.
std::vector<ScanCase> scan_cases(std::uint64_t bound, Depth depth, std::optional<Input> pattern);

/// What a fault's sentence begins with.
std::string describe(const ScanCase& one, std::uint64_t bound);

}  // namespace winnow::verify
