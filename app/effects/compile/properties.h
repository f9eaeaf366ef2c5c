// The properties of an effect: numbers, and expressions of other properties.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "effects/model/document.h"
#include "effects/model/effect.h"

namespace winnow::effects {

inline constexpr std::string_view pi_name = "pi";

/// Checks the properties, and computes those that are expressions. Throws Invalid with a pointer below the
/// list's, `path`, or collects each fault.
void compute_properties(Effect& effect, const Path& path);

/// Returns the place of a property in the list. Throws Error(bad_input), one line that begins with the name,
/// if the effect has none of that name, or it is computed.
std::size_t settable_property(const Effect& effect, const std::string& name);

/// Gives a property a value, and computes those that follow from it. Throws as settable_property() does, and
/// Error(bad_input) if the value is out of its range.
void set_property(Effect& effect, const std::string& name, float value);

}  // namespace winnow::effects
