// The kinds of values that an effect gives to a module's parameter, as JSON, and their conversion.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "effects/model/parameter.h"
#include "scan/catalogue.h"

namespace winnow::ui {

/// The alternatives of effects::Value.
enum class ValueKind : std::uint8_t { constant, random, curve, gradient, expression };

inline constexpr std::array value_kinds{
    Named<ValueKind>{ValueKind::constant, "constant", "one value for all particles"},
    Named<ValueKind>{ValueKind::random, "random", "drawn for each particle, between two values"},
    Named<ValueKind>{ValueKind::curve, "curve", "points over the particle's life, or over an expression"},
    Named<ValueKind>{ValueKind::gradient, "gradient",
                     "stops over the particle's life, or over an expression"},
    Named<ValueKind>{ValueKind::expression, "expression", "computed, as in 2 * sin(age)"},
};

ValueKind kind_of(const nlohmann::json& value, const effects::Parameter& parameter);
bool can_be(ValueKind kind, const effects::Parameter& parameter);

/// Returns the key under which a curve, a gradient or a random value holds its list.
std::string list_key(ValueKind kind);

/// Returns the expression that a curve or a gradient depends on.
std::string by_of(const nlohmann::json& value, const effects::Parameter& parameter);

/// Returns a value of another kind that is as near to this one as can be: equal if it is a constant. An
/// expression with names becomes the default.
nlohmann::json converted(const nlohmann::json& value, const effects::Parameter& parameter, ValueKind to);

/// Returns the number, or each number of the vector, at a share of the way from one to the other.
nlohmann::json between(const nlohmann::json& from, const nlohmann::json& to, float share);

}  // namespace winnow::ui
