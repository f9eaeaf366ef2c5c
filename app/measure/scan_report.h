// A benchmark of scans as a table and as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

#include "measure/scan_row.h"

namespace winnow::measure {

std::string to_text(const ScanBench& bench);

/// {"type", "op", "method", "rows": [...], "sources", "faults", "cautions", "left_out": [{"what", "reason"}]}
nlohmann::ordered_json to_json(const ScanBench& bench);

}  // namespace winnow::measure
