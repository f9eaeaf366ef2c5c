// Writes an effect as the text of a file, the way a person would write it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

#include "effects/model/effect.h"

namespace winnow::effects {

/// Returns the effect without the values that are defaults, in the order of the reference (docs/effects.md),
/// numbers with the fewest digits; parse() reads the same effect back.
/// Throws Error(bad_input) if the effect is not valid or its text is larger than max_file_bytes.
std::string file_text(const Effect& effect);

/// Returns `source`, a text that parse() reads, changed so that it says `effect`: what is the same keeps its
/// text. Returns file_text() if the source is no effect's. Throws as file_text() does.
std::string edited_text(const std::string& source, const Effect& effect);

/// Returns a value as it stands in such a text, in one line: 7000, [0, -9.81, 0], "point".
std::string value_text(const nlohmann::json& value);

/// Writes edited_text() through OutputFile. Throws Error(bad_input) as it and OutputFile do, and then leaves
/// the file as it was.
void save(const Effect& effect, const std::string& path, const std::string& source = {});

}  // namespace winnow::effects
