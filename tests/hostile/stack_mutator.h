// Effects of modules, with a module of their own, as a careless author or an attacker leaves them. Most
// results still parse, so that they reach what writes GLSL, and the driver behind it.
#pragma once

#include <string>
#include <string_view>

#include "hostile/chance.h"

namespace winnow::test {

struct StackMutant {
    std::string effect;  // the text of an effect's file
    std::string module;  // the text of own.glsl beside it
};

/// Stands in names, strings and expressions of mutants where GLSL might be injected; no module has the word.
inline constexpr std::string_view injected = "INJECTED";

/// Returns a random effect whose values, expressions, names, links, modules or text have been changed.
StackMutant mutate_stack(Chance& chance);

}  // namespace winnow::test
