// The names that people give to modules, parameters, attributes and properties. Those of attributes and
// parameters stand in GLSL as they are, so nothing but a plain word may pass.
#pragma once

#include <cstddef>
#include <string_view>

#include "effects/model/document.h"

namespace winnow::effects {

inline constexpr std::size_t longest_name = 40;  // bytes

// Each throws Invalid with the path's pointer.

/// Checks a word of a-z, 0-9 and single `joint`s within, which begins with a letter.
void check_word(std::string_view word, char joint, const Path& path);

/// Checks the name of a module's parameter. `is_in_glsl`: it names something there too.
void check_parameter_name(std::string_view name, bool is_in_glsl, const Path& path);

/// Checks the name of an attribute of particles or of a property of an effect, which expressions may use.
void check_value_name(std::string_view name, const Path& path);

}  // namespace winnow::effects
