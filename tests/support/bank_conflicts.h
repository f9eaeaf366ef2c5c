// Counts bank conflicts in shared memory by the usual model: 32 banks of 4 bytes; an access of a warp takes
// as many turns as the most different words asked of one bank; half a warp accesses elements of 8 bytes at a
// time.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "scan/network.h"

namespace winnow::test {

/// Returns the turns of the worst access when each thread accesses one element; 1 means that no thread waits.
/// `places`: the index of the element by thread.
inline std::size_t turns(const std::vector<std::uint32_t>& places, std::size_t element_bytes) {
    constexpr std::size_t bank_row_bytes = 32 * 4;
    const std::size_t lanes = bank_row_bytes / element_bytes;
    std::size_t worst = 0;
    for (std::size_t begin = 0; begin < places.size(); begin += lanes) {
        std::map<std::size_t, std::set<std::uint32_t>> banks;
        for (std::size_t i = begin; i < std::min(begin + lanes, places.size()); ++i)
            banks[places[i] % lanes].insert(places[i]);
        for (const auto& bank : banks) worst = std::max(worst, bank.second.size());
    }
    return worst;
}

/// Returns the turns of the worst step of one phase. The network lists its operations in the order of the
/// threads; a thread reads and writes both ends of its own operation. `place` returns the index at which a
/// leaf is stored.
inline std::size_t turns(const scan::Network& network, std::string_view phase, std::size_t element_bytes,
                         const std::function<std::uint32_t(std::uint32_t)>& place) {
    std::size_t worst = 0;
    for (const scan::Step& step : network.steps) {
        if (network.phases[step.phase] != phase) continue;
        std::vector<std::uint32_t> sources, destinations;
        for (const scan::Operation& operation : step.operations) {
            sources.push_back(place(operation.source));
            destinations.push_back(place(operation.destination));
        }
        worst = std::max({worst, turns(sources, element_bytes), turns(destinations, element_bytes)});
    }
    return worst;
}

/// Checks the conflicts of the padded trees with these places of their leaves: Blelloch's tree and the
/// reduction of Brent and Kung's have none, and in the distribution at most two threads of a warp share a
/// bank.
inline void expect_few_conflicts(const std::vector<std::uint32_t>& places, std::size_t element_bytes) {
    const auto leaves = static_cast<std::uint32_t>(places.size());
    const auto worst = [&](const scan::Network& network, std::string_view phase) {
        return turns(network, phase, element_bytes, [&](std::uint32_t leaf) { return places[leaf]; });
    };
    EXPECT_EQ(worst(scan::blelloch(leaves), "up-sweep"), 1u);
    EXPECT_EQ(worst(scan::blelloch(leaves), "down-sweep"), 1u);
    EXPECT_EQ(worst(scan::brent_kung(leaves), "reduction"), 1u);
    EXPECT_LE(worst(scan::brent_kung(leaves), "distribution"), 2u);
    EXPECT_EQ(turns(places, element_bytes), 1u) << "leaves are written in order";
    EXPECT_EQ(std::adjacent_find(places.begin(), places.end(), std::greater_equal<>()), places.end())
        << "each leaf has its own place";
}

}  // namespace winnow::test
