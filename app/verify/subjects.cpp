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
    if (suite->backend() != Backend::cpu) {
        check.block = name_of(choice.block);
        check.grid = name_of(choice.grid);
    }
    check.count = count;
    return check;
}

std::vector<Subject> chosen_subjects(const session::Machine& machine, const Algorithm& options) {
    std::vector<Subject> subjects;
    for (Suite* suite : machine.suites().members(options.backend)) {
        if (suite->backend() == Backend::cpu)
            subjects.push_back({suite, {}});
        else
            for (const ScanChoice choice : members(options.scan)) subjects.push_back({suite, choice});
    }
    return subjects;
}

bool leads(const Subject& subject, const Algorithm& options) {
    if (options.scan.block != BlockScan::automatic) return true;
    return subject.suite->resolve({BlockScan::automatic, subject.choice.grid}).block == subject.choice.block;
}

void require_offered(const session::Machine& machine, const Algorithm& options, ScanType type) {
    if (options.scan == ScanChoice{}) return;
    std::string lacking;
    for (const Subject& subject : chosen_subjects(machine, options)) {
        if (subject.suite->backend() == Backend::cpu) continue;  // has no block scans or grids
        const Availability here = subject.offered(type);
        if (here) return;
        if (lacking.empty())
            lacking = fmt::format("{}, {}, {}, {} {}: {}", name_of(subject.suite->backend()),
                                  name_of(subject.choice.block), name_of(subject.choice.grid),
                                  name_of(type.element), name_of(type.op), here.reason);
    }
    if (!lacking.empty()) absent("{}", lacking);
}

}  // namespace winnow::verify
