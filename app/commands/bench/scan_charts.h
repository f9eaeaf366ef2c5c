// The charts of a benchmark of scans.
#pragma once

#include <cstdint>
#include <string>

#include "commands/bench/scan_row.h"

namespace winnow::commands {

/// The sizes up to which launches cost more than elements, on the fastest GPUs.
inline constexpr std::uint64_t most_of_small_sizes = std::uint64_t{1} << 20;

/// GB/s over size, beneath the copy as the ceiling. SVG; empty if there are fewer than two sizes.
std::string speed_chart(const ScanBench& bench);

/// Microseconds at the small sizes, both axes logarithmic. SVG; empty if there are fewer than two of them.
std::string small_sizes_chart(const ScanBench& bench);

/// Fraction of the copy of each block scan and grid strategy at the largest size: an HTML table in colours,
/// empty if the backend has fewer than four pairs there.
std::string pairs_map(const ScanBench& bench, std::string_view backend);

/// Fraction of the copy of the best and the textbook's pairs, and of peers, at the largest size: HTML.
std::string largest_size_bars(const ScanBench& bench);

}  // namespace winnow::commands
