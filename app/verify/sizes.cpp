#include "verify/sizes.h"

#include <array>
#include <set>

namespace winnow::verify {
namespace {

/// Threads of a warp and of the blocks and work groups in use, and twice the largest.
constexpr std::array<std::uint64_t, 4> groups{32, 128, 256, 512};

}  // namespace

std::vector<std::uint64_t> edge_sizes(std::uint64_t tile, bool quick) {
    std::set<std::uint64_t> sizes{0, 1, 2};
    const auto add_around = [&](std::uint64_t edge) { sizes.insert({edge - 1, edge, edge + 1}); };
    for (const std::uint64_t threads : groups) add_around(threads);
    for (const std::uint64_t edge : {tile, 2 * tile}) add_around(edge);
    if (!quick) sizes.insert({7, 997, 10'007, 65'535, 65'536, 65'537, 99'991});
    return {sizes.begin(), sizes.end()};
}

std::vector<std::uint64_t> level_edge_sizes(std::uint64_t tile) {
    if (tile <= 1) return {};
    return {tile * tile - 1, tile * tile, tile * tile + 1};
}

}  // namespace winnow::verify
