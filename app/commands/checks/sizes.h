// The sizes at which scans and compactions are checked: around every edge.
#pragma once

#include <cstdint>
#include <vector>

namespace winnow::commands {

/// Ascending, each once: 0, 1, 2, around the warp, the work group, one and two tiles, primes, and one large.
std::vector<std::uint64_t> edge_sizes(bool quick);

/// Around the square of the tile, where one more level of sums begins.
std::vector<std::uint64_t> level_edge_sizes(bool software);

}  // namespace winnow::commands
