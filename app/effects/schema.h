// Makes the JSON Schema of effect files from the tables of fields and the heads of the built-in modules.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace winnow::effects {

/// Returns the schema, of draft 7, for both formats. It accepts every file that parse() accepts, and refuses
/// all faults except those between values: a least value above the most, the name of no emitter, the text of
/// an expression.
nlohmann::ordered_json effect_schema();

/// Returns it as the text of a file.
std::string effect_schema_text();

}  // namespace winnow::effects
