// Runs steps of a session for tests that compare hashes.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "session/session.h"
#include "support/modules.h"
#include "support/temporary_directory.h"

namespace winnow::test {

/// Returns settings with many births and short lives.
inline effects::Settings busy_settings(std::uint32_t capacity) {
    effects::Settings settings;
    settings.effect = jet_effect();
    settings.effect.emitters[0].rate = 5000;
    settings.effect.emitters[0].lifetime = {0.1f, 0.5f};
    settings.simulation.capacity = capacity;
    return settings;
}

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

/// Returns the number and the hash of each step in a trace.
inline std::vector<std::string> states_in(const std::string& trace) {
    std::vector<std::string> lines;
    std::istringstream text(text_of(trace));
    for (std::string line; std::getline(text, line);) {
        const auto json = nlohmann::json::parse(line);
        lines.push_back(json["step"].dump() + " " + json["hash"].get<std::string>());
    }
    return lines;
}

}  // namespace winnow::test
