// Which backends, block scans and grid strategies the options let a check visit.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "session/choices.h"
#include "session/machine.h"
#include "verify/check.h"

namespace winnow::verify {

/// The members of an axis that `wanted` stands for: all of them if it is automatic.
template <typename Value, std::size_t N>
std::vector<Value> members(const std::array<Named<Value>, N>& axis, Value wanted) {
    if (wanted != Value::automatic) return {wanted};
    std::vector<Value> all;
    for (const auto& row : axis)
        if (row.value != Value::automatic) all.push_back(row.value);
    return all;
}

/// One algorithm on one backend.
struct Subject {
    Suite* suite;
    ScanChoice choice;
    std::string block, grid;  // empty for the CPU: it has one way

    /// Whether its backend works here and has the algorithm for the type.
    Availability offered(ScanType type = {}) const;
    Check check(std::string name, std::uint64_t count = 0) const;
};

/// Every pair of block scan and grid strategy that a choice stands for, automatic being all of them.
std::vector<ScanChoice> all_pairs(ScanChoice choice);

/// Every combination that the options do not exclude; the unavailable backends too.
std::vector<Subject> chosen_subjects(const session::Machine& machine,
                                     const session::SimulationChoice& options);

/// Throws Error(absent) with the reason if the options name a block scan or a grid strategy that none of the
/// backends they allow offers here, in any of the combinations they allow.
void require_offered(const session::Machine& machine, const session::SimulationChoice& options,
                     ScanType type = {});

/// The backends alone.
std::vector<Suite*> chosen_suites(const session::Machine& machine, const session::SimulationChoice& options);

/// Whether the subject has the block scan that automatic stands for with its grid strategy, or one that was
/// asked for: what does not depend on the block scan is checked with those.
bool leads(const Subject& subject, const session::SimulationChoice& options);

}  // namespace winnow::verify
