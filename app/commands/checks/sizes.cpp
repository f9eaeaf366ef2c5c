#include "commands/checks/sizes.h"

#include <set>

#include "shaders/shared.h"

namespace winnow::commands {
namespace {

constexpr std::uint64_t warp = 32;

}  // namespace

std::vector<std::uint64_t> edge_sizes(std::uint64_t tile, bool quick) {
    std::set<std::uint64_t> sizes{0, 1, 2};
    for (const std::uint64_t edge :
         {warp, 2 * std::uint64_t{shared::PARTICLE_THREADS}, std::uint64_t{shared::PARTICLE_THREADS}, tile, 2 * tile})
        for (const std::uint64_t size : {edge - 1, edge, edge + 1}) sizes.insert(size);
    if (!quick) sizes.insert({7, 997, 10'007, 65'535, 65'536, 65'537, 99'991});
    return {sizes.begin(), sizes.end()};
}

std::vector<std::uint64_t> level_edge_sizes(std::uint64_t tile) {
    if (tile <= 1) return {};
    return {tile * tile - 1, tile * tile, tile * tile + 1};
}

}  // namespace winnow::commands
