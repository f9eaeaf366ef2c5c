// Benchmarks that are held to a floor, as tables and as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

#include "measure/document.h"
#include "measure/floor_row.h"

namespace winnow::measure {

std::string to_text(const FloorTopic& topic, const FloorBench& bench);

/// {"floor", "method", "rows": [...], "faults", "cautions", "left_out": [{"what", "reason"}]}
nlohmann::ordered_json to_json(const FloorTopic& topic, const FloorBench& bench);

using FloorDocument = Document<FloorBench>;

/// What `winnow bench <topic> --json` has written. `where` names it in the Error(bad_input) that says what is
/// missing or no sense.
FloorDocument read_floor_document(const FloorTopic& topic, const nlohmann::ordered_json& json,
                                  const std::string& where);

}  // namespace winnow::measure
