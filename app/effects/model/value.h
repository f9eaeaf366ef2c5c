// The values that an effect gives to the parameters of modules and to rates.
#pragma once

#include <glm/glm.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "shaders/effects/rows.h"

namespace winnow::effects {

inline constexpr std::size_t min_spline_points = 2, max_spline_points = 64;

/// A smooth curve through points, which a closed one leads back to the first.
struct Spline {
    std::vector<glm::vec3> points;  // min_spline_points to max_spline_points
    bool is_closed = false;
    bool operator==(const Spline&) const = default;
};

template <typename Given, typename... Types>
concept OneOf = (std::same_as<Given, Types> || ...);

/// A value that stays the same: true or false; an unsigned integer; a number; a vector or a direction as it
/// stands in the file; a colour; the name of a choice or of an attribute, or a path, empty for none; a
/// spline.
struct Constant {
    std::variant<bool, std::uint32_t, float, glm::vec3, glm::vec4, std::string, Spline> value;

    Constant() = default;
    template <OneOf<bool, std::uint32_t, float, glm::vec3, glm::vec4, Spline> Given>
    Constant(Given given) : value(std::move(given)) {}              // NOLINT: such a value is a constant
    Constant(double number) : value(static_cast<float>(number)) {}  // NOLINT: likewise
    explicit Constant(std::string given) : value(std::move(given)) {}
    bool operator==(const Constant&) const = default;
};

/// A value that is drawn for each particle, uniform between the two; for vectors, each component by itself.
struct Random {
    Constant least, most;
    Random(Constant from, Constant to) : least(std::move(from)), most(std::move(to)) {}
    bool operator==(const Random&) const = default;
};

/// The expression that curves and gradients of a particle's parameters depend on, unless they name another.
inline constexpr std::string_view usual_by = "life";
inline constexpr std::size_t max_curve_points = shared::MAX_CURVE_POINTS;  // and stops of a gradient

/// The slopes of a curve before and after one of its points: units of its value per unit of its axis.
struct Slopes {
    float before = 0;
    std::optional<float> after{};  // of a corner; else the same
    bool operator==(const Slopes&) const = default;
};

/// A number that depends on an expression, and is constant beyond the first point and the last. Between two
/// points it is linear, or smooth (smooth_curve.h), or as steep as a point says.
struct Curve {
    std::vector<glm::vec2> points;  // 1 to max_curve_points, x ascending
    std::optional<std::string> by;  // the expression; without one, the parameter's usual one
    bool is_smooth = false;
    std::vector<std::optional<Slopes>> slopes{};  // of each point that states them; empty if none does
    bool operator==(const Curve&) const = default;
};

/// A colour or a vector that depends on an expression, like a curve.
struct Gradient {
    std::vector<std::pair<float, glm::vec4>> stops;  // 1 to max_curve_points, ascending
    std::optional<std::string> by;                   // likewise
    bool is_of_vectors = false;                      // `w` is unused
    bool is_smooth = false;                          // likewise, each component by itself
    bool operator==(const Gradient&) const = default;
};

/// A value that an expression computes.
struct Formula {
    std::string text;
    explicit Formula(std::string expression) : text(std::move(expression)) {}
    bool operator==(const Formula&) const = default;
};

/// Everything that an effect can give to a parameter.
using Value = std::variant<Constant, Random, Curve, Gradient, Formula>;

/// Returns the number that the value always is; null if it varies or is no number.
inline const float* constant_number(const Value& value) {
    const auto* const constant = std::get_if<Constant>(&value);
    return constant != nullptr ? std::get_if<float>(&constant->value) : nullptr;
}

/// The values that an effect gives to the parameters of a module, by name.
using Values = std::map<std::string, Value, std::less<>>;

}  // namespace winnow::effects
