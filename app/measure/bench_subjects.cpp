#include "measure/bench_subjects.h"

#include <fmt/format.h>

#include <algorithm>

namespace winnow::measure {
namespace {

std::vector<ScanChoice> wanted_choices(const BenchChoice& options) {
    const ScanChoice asked{options.block, options.grid};
    if (options.all) return verify::all_pairs(asked);
    if (asked == ScanChoice{}) return {asked, textbook};
    return {asked};
}

/// Those that the suite has; the others are left out with the reason.
void add_offered(Suite& suite, const std::vector<ScanChoice>& choices, ScanType type,
                 std::vector<verify::Subject>& subjects, ScanBench& bench) {
    std::vector<ScanChoice> seen;
    for (const ScanChoice& wanted : choices) {
        const ScanChoice choice = suite.resolve(wanted);
        if (std::find(seen.begin(), seen.end(), choice) != seen.end()) continue;
        seen.push_back(choice);
        const verify::Subject subject{&suite, choice, std::string(name_of(choice.block)),
                                      std::string(name_of(choice.grid))};
        if (const Availability offered = suite.offers(choice, type); offered)
            subjects.push_back(subject);
        else
            bench.leave_out(fmt::format("{} {} x {}, {} {}", name_of(suite.backend()), subject.block,
                                        subject.grid, name_of(type.element), name_of(type.op)),
                            offered.reason);
    }
}

}  // namespace

std::vector<verify::Subject> measured_subjects(const session::Machine& machine, const BenchChoice& options,
                                               ScanType type, ScanBench& bench) {
    return measured_subjects(machine, options, type, wanted_choices(options), bench);
}

std::vector<verify::Subject> measured_subjects(const session::Machine& machine, const BenchChoice& options,
                                               ScanType type, const std::vector<ScanChoice>& choices,
                                               ScanBench& bench) {
    std::vector<verify::Subject> subjects;
    for (Suite* suite : verify::chosen_suites(machine, options)) {
        if (suite->backend() == Backend::cpu) continue;  // its scan is measured in host memory
        if (const Availability here = suite->available(); !here)
            bench.leave_out(std::string(name_of(suite->backend())), here.reason);
        else
            add_offered(*suite, choices, type, subjects, bench);
    }
    return subjects;
}

bool measures_cpu(const BenchChoice& options) {
    return options.backend == Backend::automatic || options.backend == Backend::cpu;
}

}  // namespace winnow::measure
