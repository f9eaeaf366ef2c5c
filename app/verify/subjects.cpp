#include "verify/subjects.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "base/error.h"

namespace winnow::verify {
Availability Subject::offered(ScanType type) const {
    const Availability here = suite->available();
    return here ? suite->offers(choice, type) : here;
}

Check Subject::check(std::string name, std::uint64_t count) const {
    Check check;
    check.name = std::move(name);
    check.backend = name_of(suite->backend());
    check.block = block;
    check.grid = grid;
    check.count = count;
    return check;
}

std::vector<ScanChoice> all_pairs(ScanChoice choice) {
    std::vector<ScanChoice> pairs;
    for (const BlockScan block : members(block_scans, choice.block))
        for (const GridStrategy grid : members(grid_strategies, choice.grid)) pairs.push_back({block, grid});
    return pairs;
}

std::vector<Suite*> chosen_suites(const session::Machine& machine, const session::SimulationChoice& options) {
    std::vector<Suite*> chosen;
    for (const auto& suite : machine.suites())
        if (options.backend == Backend::automatic || suite->backend() == options.backend)
            chosen.push_back(suite.get());
    return chosen;
}

std::vector<Subject> chosen_subjects(const session::Machine& machine,
                                     const session::SimulationChoice& options) {
    std::vector<Subject> subjects;
    for (Suite* suite : chosen_suites(machine, options)) {
        if (suite->backend() == Backend::cpu) {
            subjects.push_back({suite, {}, {}, {}});
            continue;
        }
        for (const ScanChoice choice : all_pairs({options.block, options.grid}))
            subjects.push_back(
                {suite, choice, std::string(name_of(choice.block)), std::string(name_of(choice.grid))});
    }
    return subjects;
}

bool leads(const Subject& subject, const session::SimulationChoice& options) {
    if (options.block != BlockScan::automatic) return true;
    return subject.suite->resolve({BlockScan::automatic, subject.choice.grid}).block == subject.choice.block;
}

void require_offered(const session::Machine& machine, const session::SimulationChoice& options,
                     ScanType type) {
    if (options.block == BlockScan::automatic && options.grid == GridStrategy::automatic) return;
    std::string lacking;
    for (const Subject& subject : chosen_subjects(machine, options)) {
        if (subject.suite->backend() == Backend::cpu) continue;  // it has neither
        const Availability here = subject.offered(type);
        if (here) return;
        if (lacking.empty())
            lacking = fmt::format("{}, {}, {}, {} {}: {}", name_of(subject.suite->backend()), subject.block,
                                  subject.grid, name_of(type.element), name_of(type.op), here.reason);
    }
    if (!lacking.empty()) absent("{}", lacking);
}

}  // namespace winnow::verify
