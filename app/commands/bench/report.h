// Benchmarks as tables and as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

#include "commands/bench/frame_bench.h"
#include "commands/bench/scan_row.h"

namespace winnow::commands {

std::string to_text(const ScanBench& bench);
std::string to_text(const FrameBench& bench);

/// {"rows": [...], "left_out": [{"what", "reason"}]}; of scans also "type", "op", "method", "sources" and
/// "faults".
nlohmann::ordered_json to_json(const ScanBench& bench);
nlohmann::ordered_json to_json(const FrameBench& bench);

}  // namespace winnow::commands
