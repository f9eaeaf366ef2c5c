// Makes the documentation of effects and settings from the tables of their fields.
#pragma once

#include <string>

namespace winnow::effects {

/// Returns Markdown: a table for each object of an effect file, with key, value, default and sentence.
std::string effect_reference_markdown();

/// Returns such tables for the settings, whose keys are the tokens of an Edit's pointer.
std::string settings_reference_markdown();

}  // namespace winnow::effects
