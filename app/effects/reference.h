// The documentation of effects and settings, out of the tables.
#pragma once

#include <string>

namespace winnow::effects {

/// Markdown: a table for each object of an effect file, with key, value, default and sentence.
std::string effect_reference_markdown();

/// The same for the settings that edits can change, by pointer.
std::string settings_reference_markdown();

}  // namespace winnow::effects
