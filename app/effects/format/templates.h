// Small built-in effects that new ones begin with.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "effects/model/effect.h"

namespace winnow::effects {

inline constexpr std::string_view empty_template = "empty";

/// Returns the names of the templates: first the empty one, then the others, sorted.
std::vector<std::string> template_names();

/// Returns the effect of a template. Throws Error(bad_input) if there is none of that name.
Effect load_template(const std::string& name);

}  // namespace winnow::effects
