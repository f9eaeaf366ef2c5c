// The networks that tests run over: every block scan, in every shape that is quick to run.
#pragma once

#include <vector>

#include "scan/network.h"

namespace winnow::scan::test {

/// Returns every network of `width` elements, a power of two: three-phase and subgroup with every number of
/// sections.
inline std::vector<Network> networks_of(std::uint32_t width) {
    std::vector<Network> all{kogge_stone(width), brent_kung(width), blelloch(width)};
    for (std::uint32_t sections = 1; sections <= width; sections *= 2) {
        all.push_back(three_phase(width, sections));
        all.push_back(subgroup(width, sections));
    }
    return all;
}

inline constexpr std::uint32_t widest = 1024;

/// Calls f with every network of every width.
template <typename F>
void for_networks(F&& f) {
    for (std::uint32_t width = 1; width <= widest; width *= 2)
        for (const Network& network : networks_of(width)) f(network);
}

}  // namespace winnow::scan::test
