#include "session/scan_entries.h"

#include <fmt/format.h>

namespace winnow::session {
namespace {

constexpr std::string_view only_scan = "sequential";

/// The reference resolves to nothing, because it has neither blocks nor tiles.
template <typename Value>
std::string what_auto_is(Value resolved) {
    return std::string(resolved == Value::automatic ? only_scan : name_of(resolved));
}

std::string reason_against(const Suite& suite, ScanChoice choice, bool automatic) {
    if (const Availability here = suite.available(); !here) return here.reason;
    if (!automatic && suite.resolve({}) == ScanChoice{})
        return fmt::format("{} has but one scan, the {} one", name_of(suite.backend()), only_scan);
    return suite.offers(choice).reason;
}

std::string reason_against(const Suite& suite, Compaction compaction, ScanChoice choice) {
    if (const Availability here = suite.available(); !here) return here.reason;
    if (suite.resolve({}) == ScanChoice{} && suite.resolve(compaction, choice) != compaction &&
        compaction != Compaction::automatic)
        return fmt::format("{} has but one compactor", name_of(suite.backend()));
    return suite.offers(compaction, choice).reason;
}

template <typename Value, std::size_t N>
std::vector<ScanEntry> entries(const Suite& suite, const std::array<Named<Value>, N>& names, ScanChoice now,
                               Value ScanChoice::*axis) {
    std::vector<ScanEntry> list;
    for (const auto& row : names) {
        now.*axis = row.value;
        const bool automatic = row.value == Value::automatic;
        ScanEntry entry{row.name, row.summary, {}, reason_against(suite, now, automatic)};
        if (automatic && entry.reason.empty()) entry.stands_for = what_auto_is(suite.resolve(now).*axis);
        list.push_back(entry);
    }
    return list;
}

}  // namespace

std::vector<ScanEntry> block_entries(const Suite& suite, ScanChoice now) {
    return entries(suite, block_scans, now, &ScanChoice::block);
}

std::vector<ScanEntry> grid_entries(const Suite& suite, ScanChoice now) {
    return entries(suite, grid_strategies, now, &ScanChoice::grid);
}

std::vector<ScanEntry> compaction_entries(const Suite& suite, ScanChoice now) {
    std::vector<ScanEntry> list;
    for (const auto& row : compactions) {
        const bool automatic = row.value == Compaction::automatic;
        ScanEntry entry{row.name, row.summary, {}, reason_against(suite, row.value, now)};
        if (automatic && entry.reason.empty()) entry.stands_for = name_of(suite.resolve(row.value, now));
        list.push_back(entry);
    }
    return list;
}

std::string describe(ScanChoice resolved) {
    if (resolved == ScanChoice{}) return std::string(only_scan);
    return fmt::format("{}, {}", name_of(resolved.block), name_of(resolved.grid));
}

}  // namespace winnow::session
