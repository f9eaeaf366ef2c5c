// Reads the values of parameters from JSON, and checks them against the parameters' declarations.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <span>
#include <string_view>

#include "effects/model/document.h"
#include "effects/model/parameter.h"

namespace winnow::effects {

/// Reads what an effect gives to a parameter. Throws Invalid if check() would, or if it is no value of the
/// parameter's type. The texts of expressions are not looked at.
Value read_value(const nlohmann::json& value, const Parameter& parameter, const Path& path);
/// Likewise, of a value that stays the same.
Constant read_constant(const nlohmann::json& value, const Parameter& parameter, const Path& path);

/// Throws Invalid unless the value has a form and a type that the parameter takes, and its numbers are in
/// range. The texts of expressions are not looked at.
void check(const Parameter& parameter, const Value& value, const Path& path);

/// Returns the parameter of that name of a module. Throws Invalid if it has none.
const Parameter& parameter_named(std::string_view name, std::string_view module,
                                 std::span<const Parameter> parameters, const Path& path);

}  // namespace winnow::effects
