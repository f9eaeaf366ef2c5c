// The backends, block scans and grid strategies that the options let a check visit.
#pragma once

#include <string>
#include <vector>

#include "session/choices.h"
#include "session/machine.h"
#include "verify/checks.h"

namespace winnow::verify {

/// One scan on one backend.
struct Subject {
    Suite* suite;
    ScanChoice choice;  // automatic on the CPU, which has only one way

    /// Says if its backend works here and has the scan for the type.
    Availability offered(ScanType type = {}) const;
    Check check(std::string name, std::uint64_t count = 0) const;
};

/// Returns every combination that the options do not exclude, unavailable backends included.
std::vector<Subject> chosen_subjects(const session::Machine& machine, const Algorithm& options);

/// Throws Error(absent) with the reason if the options name a block scan or a grid strategy that none of the
/// backends they allow offers here, in any of the combinations they allow.
void require_offered(const session::Machine& machine, const Algorithm& options, ScanType type = {});

/// True if the subject has the block scan that automatic stands for with its grid strategy, or one that was
/// asked for. Checks that do not depend on the block scan use only these subjects.
bool leads(const Subject& subject, const Algorithm& options);

}  // namespace winnow::verify
