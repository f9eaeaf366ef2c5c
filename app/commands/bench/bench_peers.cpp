#include "commands/bench/bench_peers.h"

#include <utility>

namespace winnow::commands {
namespace {

/// What every available suite's `peers` returns, in one list.
template <typename Peer>
std::vector<std::unique_ptr<Peer>> gather(const Machine& machine,
                                          std::vector<std::unique_ptr<Peer>> (Suite::*peers)()) {
    std::vector<std::unique_ptr<Peer>> all;
    for (const auto& suite : machine.suites()) {
        if (!suite->available()) continue;
        for (auto& peer : (suite.get()->*peers)()) all.push_back(std::move(peer));
    }
    return all;
}

}  // namespace

BenchmarkPeers scan_peers(const Machine& machine) {
    return gather(machine, &Suite::peers);
}

BenchmarkPeers copy_peers(const Machine& machine) {
    BenchmarkPeers peers = scan_peers(machine);
    std::erase_if(peers, [](const auto& peer) { return !peer->copies(); });
    return peers;
}

std::vector<std::unique_ptr<CompactPeer>> compact_peers(const Machine& machine) {
    return gather(machine, &Suite::compact_peers);
}

std::vector<std::unique_ptr<SortPeer>> sort_peers(const Machine& machine) {
    return gather(machine, &Suite::sort_peers);
}

}  // namespace winnow::commands
