#include "session/machine.h"

#include <fmt/format.h>

#include <stdexcept>

#include "base/error.h"

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

namespace {

Suite& find(const std::vector<std::unique_ptr<Suite>>& suites, Backend backend) {
    for (const auto& suite : suites)
        if (suite->backend() == backend) return *suite;
    throw std::logic_error("no suite for a backend");
}

BackendHere here(const Named<Backend>& row, const Suite& suite) {
    return {row.value,
            row.name,
            row.summary,
            suite.available().reason,
            block_entries(suite, {}),
            grid_entries(suite, {}),
            compaction_entries(suite, {})};
}

BackendHere absent_here(const Named<Backend>& row, const std::string& reason) {
    return {row.value,
            row.name,
            row.summary,
            reason,
            absent_entries(block_scans, reason),
            absent_entries(grid_strategies, reason),
            absent_entries(compactions, reason)};
}

}  // namespace

Machine::Machine(const DeviceChoice& device, Backend backend)
    : context_(gl::make_headless({.debug = device.gl_debug || device.gl_checks,
                                  .device = device.device,
                                  .errors_only = !device.gl_debug})),
      shaders_(device.shaders),
      passes_(context_->facts()),
      suites_(make_suites({context_->facts(), shaders_, passes_})),
      gl_memory_(gl::fastest_gl_memory(context_->facts())) {
    if (backend == Backend::automatic) return;
    if (const auto here = suite(backend).available(); !here)
        absent("backend {}: {}", name_of(backend), here.reason);
}

Suite& Machine::suite(Backend backend) const {
    return find(suites_, resolve(backend));
}

gl::MemoryProvider& Machine::memory() {
    for (const auto& suite : suites_)
        if (suite->available() && suite->memory() != nullptr) return *suite->memory();
    return *gl_memory_;
}

nlohmann::ordered_json Machine::to_json() const {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const auto& suite : suites_) {
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

std::vector<BackendHere> backends_here(const DeviceChoice& device) {
    std::unique_ptr<Machine> machine;
    std::string no_opengl;
    try {
        machine = std::make_unique<Machine>(device);
    } catch (const Error& error) {
        if (error.status() != ExitStatus::absent) throw;
        no_opengl = error.what();
    }
    std::vector<BackendHere> rows;
    for (const auto& row : backends)
        rows.push_back(machine ? here(row, machine->suite(row.value)) : absent_here(row, no_opengl));
    return rows;
}

}  // namespace winnow::session
