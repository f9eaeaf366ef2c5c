// Makes the documentation of effects and settings from the tables of their fields.
#pragma once

#include <string>

namespace winnow::effects {

/// Returns Markdown: a table for each object of an effect file, with key, value, default and sentence.
std::string effect_reference_markdown();

/// Returns a table of the parameters of each built-in module, by stage.
std::string module_reference_markdown();

/// Returns tables of the names and the functions of expressions.
std::string expression_reference_markdown();

/// Returns tables of the engine's functions and of GLSL's that modules may call.
std::string module_function_markdown();

/// Returns such tables for the settings, whose keys are the tokens of an Edit's pointer.
std::string settings_reference_markdown();

}  // namespace winnow::effects
