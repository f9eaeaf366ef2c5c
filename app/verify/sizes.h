// The sizes at which scans and compactions are checked: around every edge.
#pragma once

#include <cstdint>
#include <vector>

namespace winnow::verify {

inline constexpr std::uint64_t ten_million = 10'000'000;
/// More elements than 2^28: the bytes before them need more than 30 bits, and 31 with what surrounds them.
inline constexpr std::uint64_t beyond_2_28 = (std::uint64_t{1} << 28) + 1;

/// Ascending, each once: 0, 1, 2, around the warp, the work group, one and two tiles; not only quick: primes
/// and some large ones. `tile`: Scan::tile().
std::vector<std::uint64_t> edge_sizes(std::uint64_t tile, bool quick);

/// Around the square of the tile, where the sums of a level fill one tile and one more begins; none where
/// there are no tiles.
std::vector<std::uint64_t> level_edge_sizes(std::uint64_t tile);

}  // namespace winnow::verify
