// Other people's implementations and yardsticks that work here.
#pragma once

#include <memory>
#include <vector>

#include "commands/machine.h"
#include "compact/benchmark_peer.h"

namespace winnow::commands {

using BenchmarkPeers = std::vector<std::unique_ptr<BenchmarkPeer>>;

BenchmarkPeers scan_peers(const Machine& machine);
/// Those of them that only copy.
BenchmarkPeers copy_peers(const Machine& machine);
std::vector<std::unique_ptr<CompactPeer>> compact_peers(const Machine& machine);
std::vector<std::unique_ptr<SortPeer>> sort_peers(const Machine& machine);

}  // namespace winnow::commands
