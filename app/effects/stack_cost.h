// The cost of a stack's text, whose calls are known by name only.
#pragma once

#include <string_view>

namespace winnow::effects {

/// True if the text calls a function of the engine that needs many registers.
bool calls_long_function(std::string_view text);

/// Returns the operations that a compiler has before it (glsl_cost.h), roughly, without those of modules.
double expansion_of(std::string_view text);

}  // namespace winnow::effects
