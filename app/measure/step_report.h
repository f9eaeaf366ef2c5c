// A benchmark of steps as a table and as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

#include "measure/document.h"
#include "measure/frame_row.h"

namespace winnow::measure {

std::string to_text(const FrameBench& bench);

/// {"bytes_model", "method", "rows": [...], "cautions", "left_out": [{"what", "reason"}]}
nlohmann::ordered_json to_json(const FrameBench& bench);

using FrameDocument = Document<FrameBench>;

/// What `winnow bench frame --json` has written since it has a method. `where` names it in the
/// Error(bad_input) that says what is missing or no sense.
FrameDocument read_frame_document(const nlohmann::ordered_json& json, const std::string& where);

}  // namespace winnow::measure
