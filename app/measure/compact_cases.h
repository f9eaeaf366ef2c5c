// Which cases a benchmark of compactors visits.
#pragma once

#include <cstdint>
#include <vector>

#include "measure/measure.h"

namespace winnow::measure {

/// Records that are measured with several votes, one after another.
struct CompactGroup {
    std::uint32_t columns = 0;
    std::uint32_t records = 0;
    struct Votes {
        verify::VoteSpread spread = verify::VoteSpread::random;
        std::uint32_t percent = 0;  // that survive
        bool operator==(const Votes&) const = default;
    };
    std::vector<Votes> votes;
    bool operator==(const CompactGroup&) const = default;
};

/// By default 16 M records of 48 and of 64 bytes (65,536 where a CPU renders), every share of survivors at
/// random and 50 % in clusters; with --all, 1 M to 64 M records of 16 to 64 bytes, every share and both
/// spreads. What the options name takes the place of either.
std::vector<CompactGroup> compact_groups(const CompactBenchChoice& options, bool software);

}  // namespace winnow::measure
