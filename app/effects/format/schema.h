// Makes the JSON Schema of effect files from the tables of fields and the heads of modules.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string>

#include "effects/modules/module.h"

namespace winnow::effects {

/// Returns the schema, of draft 7, for both formats. It accepts every file that parse() accepts, and refuses
/// all faults except those between values: a least value above the most, the name of no emitter, the text of
/// an expression. `own` are people's modules that it knows beside the built-in ones.
nlohmann::ordered_json effect_schema(std::span<const Module> own = {});

/// Returns it as the text of a file, each definition in a line.
std::string effect_schema_text(std::span<const Module> own = {});

}  // namespace winnow::effects
