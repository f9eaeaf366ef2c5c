// The votes of a benchmark of compactors, and the fewest bytes that compacting by them must move.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "compact/compactor.h"
#include "measure/measure.h"

namespace winnow::measure {

/// One word a vote: about so many per cent are 1, at 0 and 100 exactly. Random: each by itself. Clustered:
/// runs of vote_cluster records live or die together.
std::vector<std::uint32_t> make_votes(verify::VoteSpread spread, std::uint32_t percent, std::uint32_t seed,
                                      std::uint64_t records);
inline constexpr std::uint64_t vote_cluster = 1024;

/// The same as bits: vote i is bit i % 32 of word i / 32.
std::vector<std::uint32_t> pack_votes(std::span<const std::uint32_t> votes);

/// The indices of those that survive, ascending.
std::vector<std::uint32_t> survivors_of(std::span<const std::uint32_t> votes);

/// The votes as they are stored, every 32-byte sector of each column that holds a survivor read once, and the
/// survivors written: bytes. The records begin at the start of their columns.
std::uint64_t compact_floor_bytes(std::span<const std::uint32_t> votes, compact::VoteFormat format,
                                  std::uint32_t columns);

}  // namespace winnow::measure
