// The cost of a stack's text, whose calls are known by name only.
#pragma once

#include <string_view>

#include "effects/compile/stack.h"

namespace winnow::effects {

/// True if the engine's function, or that of an expression, needs many registers.
bool is_long_function(std::string_view name);

/// True for the stages that run each time a particle advances.
constexpr bool advances(Stage stage) {
    return stage == Stage::force || stage == Stage::react;
}

/// True if an expression of a module that advances particles needs many registers.
bool computes_long(const Stack& stack);

/// Returns the operations that a compiler has before it (glsl_cost.h), roughly, without those of modules.
double expansion_of(std::string_view text);

}  // namespace winnow::effects
