// What a backend has to choose from, and why not the rest: for the panel and for `list`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compact/suite.h"

namespace winnow::session {

/// A block scan, a grid strategy or a compactor, as one backend has it.
struct ScanEntry {
    std::string_view name, summary;
    std::string stands_for;  // of `auto`: what it is now; empty: nothing but itself
    std::string reason;      // why it cannot be chosen; empty: it can
};

/// Every block scan, `auto` first, each with the grid strategy of `now`.
std::vector<ScanEntry> block_entries(const Suite& suite, ScanChoice now);
/// Every grid strategy, `auto` first, each with the block scan of `now`.
std::vector<ScanEntry> grid_entries(const Suite& suite, ScanChoice now);

/// Every compactor, `auto` first, each with the scan of `now`.
std::vector<ScanEntry> compaction_entries(const Suite& suite, ScanChoice now);

/// The entries of a backend that does not work here.
template <typename Value, std::size_t N>
std::vector<ScanEntry> absent_entries(const std::array<Named<Value>, N>& names, const std::string& reason) {
    std::vector<ScanEntry> list;
    for (const auto& row : names) list.push_back({row.name, row.summary, {}, reason});
    return list;
}

/// What a resolved pair is called, e.g. "subgroup, chained".
std::string describe(ScanChoice resolved);

}  // namespace winnow::session
