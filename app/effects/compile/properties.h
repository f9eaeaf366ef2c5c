// The properties of an effect: numbers, and expressions of other properties.
#pragma once

#include <string_view>

#include "effects/model/document.h"
#include "effects/model/effect.h"

namespace winnow::effects {

inline constexpr std::string_view pi_name = "pi";

/// Checks the properties, and computes those that are expressions. Throws Invalid with a pointer below the
/// list's, `path`, or collects each fault.
void compute_properties(Effect& effect, const Path& path);

}  // namespace winnow::effects
