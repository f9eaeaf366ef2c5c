// Steps of a session, for tests that compare hashes.
#pragma once

#include <cstdint>
#include <vector>

#include "commands/session.h"

namespace winnow::test {

inline std::vector<StepReport> run_steps(Session& session, int steps) {
    for (int i = 0; i < steps; ++i) {
        session.simulation().settle();
        session.step();
    }
    return session.wait_reports();
}

inline std::vector<std::uint64_t> hashes_of(const std::vector<StepReport>& reports) {
    std::vector<std::uint64_t> hashes;
    for (const StepReport& report : reports) hashes.push_back(report.figures.hash);
    return hashes;
}

}  // namespace winnow::test
