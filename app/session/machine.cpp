#include "session/machine.h"

#include <fmt/format.h>

#include "base/error.h"

namespace winnow::session {
namespace {

constexpr std::string_view only_scan = "sequential";

/// The CPU reference resolves every choice to the empty one, because it has neither blocks nor tiles.
bool has_one_scan(const Suite& suite) {
    return suite.resolve(ScanChoice{}) == ScanChoice{};
}

std::string reason_against(const Suite& suite, ScanChoice choice, bool is_automatic) {
    if (const Availability here = suite.available(); !here) return here.reason;
    if (!is_automatic && has_one_scan(suite))
        return fmt::format("{} has but one scan, the {} one", name_of(suite.backend()), only_scan);
    return suite.offers(choice).reason;
}

std::string reason_against(const Suite& suite, Compaction compaction, ScanChoice choice) {
    if (const Availability here = suite.available(); !here) return here.reason;
    if (has_one_scan(suite) && compaction != Compaction::automatic &&
        compaction != suite.resolve(compaction, choice))
        return fmt::format("{} has but one compactor", name_of(suite.backend()));
    return suite.offers(compaction, choice).reason;
}

/// `reason(value)` says why a row of the table cannot be chosen, and `resolved()` which row automatic stands
/// for.
template <typename Table, typename Reason, typename Resolved>
std::vector<Choice> choices(const Table& table, const Reason& reason, const Resolved& resolved) {
    std::vector<Choice> list;
    for (const auto& row : table)
        list.push_back({std::string(row.name), std::string(row.summary), reason(row.value)});
    Choice& automatic = list.front();
    if (automatic.available()) automatic.stands_for = resolved();
    return list;
}

template <typename Table, typename Value>
std::vector<Choice> axis_choices(const Suite& suite, const Table& table, ScanChoice now,
                                 Value ScanChoice::*axis) {
    const auto with = [&](Value value) {
        now.*axis = value;
        return now;
    };
    return choices(
        table, [&](Value value) { return reason_against(suite, with(value), value == Value::automatic); },
        [&] {
            const Value resolved = suite.resolve(with(Value::automatic)).*axis;
            return resolved == Value::automatic ? only_scan : name_of(resolved);
        });
}

/// Returns every list with this reason on each choice.
Choices no_choices(const std::string& reason) {
    const auto none = [&](const auto& table) {
        return choices(
            table, [&](auto) { return reason; }, [] { return ""; });
    };
    return {none(backends), none(block_scans), none(grid_strategies), none(compactions)};
}

}  // namespace

Choices scan_choices(const Suite& suite, ScanChoice now) {
    return {{},
            axis_choices(suite, block_scans, now, &ScanChoice::block),
            axis_choices(suite, grid_strategies, now, &ScanChoice::grid),
            choices(
                compactions, [&](Compaction one) { return reason_against(suite, one, now); },
                [&] { return name_of(suite.resolve(Compaction::automatic, now)); })};
}

std::vector<Choice> backend_choices(const Suites& suites) {
    return choices(
        backends, [&](Backend one) { return suites.of(one).available().reason; }, [] { return ""; });
}

std::vector<Choices> choices_here(const DeviceChoice& device, const std::vector<Backend>& of) {
    std::vector<Choices> all;
    try {
        const Machine machine(device);
        for (const Backend one : of) {
            all.push_back(scan_choices(machine.suites().of(one), {}));
            all.back().backend = backend_choices(machine.suites());
        }
    } catch (const Error& error) {
        if (error.status() != ExitStatus::absent) throw;
        all.assign(of.size(), no_choices(error.what()));
    }
    return all;
}

std::string describe(const Algorithm& resolved) {
    const auto [block, grid] = resolved.scan;
    const std::string scan = resolved.scan == ScanChoice{}
                                 ? std::string(only_scan)
                                 : fmt::format("{}, {}", name_of(block), name_of(grid));
    return fmt::format("{}, {}, {}", name_of(resolved.backend), scan, name_of(resolved.compaction));
}

Machine::Machine(const DeviceChoice& device, Backend backend)
    : context_(gl::make_headless({.debug = device.gl_debug || device.gl_checks,
                                  .device = device.device,
                                  .errors_only = !device.gl_debug})),
      shaders_(device.shaders),
      passes_(context_->facts()),
      suites_({context_->facts(), shaders_, passes_}) {
    suites_.available(backend);
}

nlohmann::ordered_json Machine::to_json() const {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const Suite* suite : suites_.members()) {
        const auto here = suite->available();
        rows.push_back(
            {{"name", name_of(suite->backend())}, {"available", bool(here)}, {"reason", here.reason}});
    }
    nlohmann::ordered_json json = session::to_json(facts());
    json["backends"] = rows;
    return json;
}

nlohmann::ordered_json to_json(const gl::Facts& facts) {
    return {{"name", facts.renderer},
            {"vendor", facts.vendor},
            {"version", facts.version},
            {"software", facts.software}};
}

}  // namespace winnow::session
