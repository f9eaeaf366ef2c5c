// A benchmark of steps as a table and as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

#include "commands/bench/frame_bench.h"

namespace winnow::commands {

std::string to_text(const FrameBench& bench);

/// {"rows": [...], "left_out": [{"what", "reason"}]}
nlohmann::ordered_json to_json(const FrameBench& bench);

}  // namespace winnow::commands
