// Runs steps of a session for tests that compare hashes.
#pragma once

#include <cstdint>
#include <vector>

#include "session/session.h"

namespace winnow::test {

inline std::vector<session::StepReport> run_steps(session::Session& session, int steps) {
    for (int i = 0; i < steps; ++i) {
        session.simulation().settle();
        session.step();
    }
    return session.wait_reports();
}

inline std::vector<std::uint64_t> hashes_of(const std::vector<session::StepReport>& reports) {
    std::vector<std::uint64_t> hashes;
    for (const session::StepReport& report : reports) hashes.push_back(report.figures.hash);
    return hashes;
}

}  // namespace winnow::test
