// Writes a module as a part of a program's GLSL.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "effects/modules/module.h"

namespace winnow::effects {

/// Returns what a module's names begin with in a program: QuadraticDrag_. Capitals stand for the hyphens, so
/// that no two modules get equal names.
std::string prefix_of(const Module& module);

/// Returns the struct PREFIXParameters with the module's parameters in their order, but for those that name
/// attributes, and the constants of its choices. A struct without members gets `bool unused`, because GLSL
/// needs one.
std::string parameters_text(const Module& module, std::string_view prefix);

struct BodyText {
    std::string text;
    double expansion = 0;                        // operations that a compiler has before it (glsl_cost.h)
    std::set<std::string, std::less<>> calls;    // functions of GLSL and of the engine
    std::set<std::string, std::less<>> members;  // of the particle and of other values
};

/// Returns the module's body for a program. It has as many lines as the body, and line k of it is line
/// begin.line + k - 1 of the module's file, so that a driver's message leads there. Comments are left out.
///
/// The names of its functions and constants, and Parameters, begin with the prefix. All floats are `precise`,
/// so that no compiler may contract or reorder them differently in another program. Because `precise` reaches
/// neither into conditions nor into called functions, returned values and conversions to integers, floats
/// that are computed there are computed in a precise local first; this changes nothing else, because a
/// checked body's expressions have no effects.
///
/// Throws Error(bad_input), `origin:line:column: message`, if the body is refused (module_check.h).
BodyText body_text(const Module& module, std::string_view prefix);

/// Returns body_text() with the module's own prefix. It is kept as long as the module is, because every
/// change of an effect asks for it. Threads may call it at the same time.
std::shared_ptr<const BodyText> body_of(const std::shared_ptr<const Module>& module);

/// True if the module's body calls the function of GLSL or of the engine.
bool calls(const std::shared_ptr<const Module>& module, std::string_view function);

}  // namespace winnow::effects
