#include "measure/copies.h"

namespace winnow::measure {
namespace {

std::vector<double> peer_times(const BenchTools& tools, const Timing& timing, BenchmarkPeer& peer,
                               const CopyPairs& pairs) {
    return timing.on_own_clock([&](std::uint32_t first_run) {
        std::vector<BenchmarkPair> runs;
        for (std::uint32_t i = 0; i < timing.batch(); ++i)
            for (const BenchmarkPair& pair : pairs(first_run + i)) runs.push_back(pair);
        return peer.run({.runs = runs,
                         .elements = runs.front().input->bytes() / bytes_of(Element::u32),
                         .type = {},
                         .sweep = tools.sweep});
    });
}

}  // namespace

std::vector<CopyTimes> time_copies(const BenchTools& tools, const Timing& timing, const BenchmarkPeers& peers,
                                   const CopyPairs& pairs) {
    std::vector<CopyTimes> copies{{"glsl copy", timing.in_gl([&](std::uint32_t run) {
                                       for (const BenchmarkPair& pair : pairs(run)) tools.programs.copy(pair);
                                   })}};
    for (const auto& peer : peers) copies.push_back({peer->name(), peer_times(tools, timing, *peer, pairs)});
    return copies;
}

}  // namespace winnow::measure
