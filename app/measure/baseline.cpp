#include "measure/baseline.h"

#include <utility>

namespace winnow::measure {
namespace {

template <typename Peer>
std::vector<std::unique_ptr<Peer>> gather(const Suites& suites,
                                          std::vector<std::unique_ptr<Peer>> (BaselineSource::*peers)()) {
    std::vector<std::unique_ptr<Peer>> all;
    for (Suite* suite : suites.members()) {
        BaselineSource* source = baselines_of(*suite);
        if (source == nullptr || !suite->available()) continue;
        for (auto& peer : (source->*peers)()) all.push_back(std::move(peer));
    }
    return all;
}

}  // namespace

BenchmarkPeers scan_peers(const Suites& suites) {
    return gather(suites, &BaselineSource::peers);
}

BenchmarkPeers copy_peers(const Suites& suites) {
    BenchmarkPeers peers = scan_peers(suites);
    std::erase_if(peers, [](const auto& peer) { return !peer->copies(); });
    return peers;
}

std::vector<std::unique_ptr<CompactPeer>> compact_peers(const Suites& suites) {
    return gather(suites, &BaselineSource::compact_peers);
}

std::vector<std::unique_ptr<SortPeer>> sort_peers(const Suites& suites) {
    return gather(suites, &BaselineSource::sort_peers);
}

}  // namespace winnow::measure
