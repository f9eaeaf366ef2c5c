// The parameters and attributes that a module declares in its head, and the values that an effect gives to
// parameters.
#pragma once

#include <glm/glm.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "effects/fields.h"

namespace winnow::effects {

/// The type of a parameter, and how GLSL sees it.
enum class Type {
    truth,      // bool
    whole,      // uint
    number,     // float
    vector,     // vec3
    direction,  // vec3, a unit vector; the effect may give any length but zero
    colour,     // vec4, linear red, green, blue (above 1 glows) and alpha
    choice,     // uint, a constant of the program's text
    file,       // nothing: a path below the effect's folder
};

inline constexpr std::array types{
    Named<Type>{Type::truth, "truth", "true or false"},
    Named<Type>{Type::whole, "whole", "a whole number, 0 or more"},
    Named<Type>{Type::number, "number", "a number"},
    Named<Type>{Type::vector, "vector", "a list of three numbers"},
    Named<Type>{Type::direction, "direction", "a list of three numbers, of any length but zero"},
    Named<Type>{Type::colour, "colour", "linear red, green, blue and alpha"},
    Named<Type>{Type::choice, "choice", "one of the names in `choices`"},
    Named<Type>{Type::file, "file", "a path below the effect's folder"},
};
template <>
inline constexpr const auto& names<Type> = types;

/// A value that stays the same: a truth; a whole number, or the number of a choice; a number; a vector or a
/// direction as it stands in the file; a colour; a path.
struct Constant {
    std::variant<bool, std::uint32_t, float, glm::vec3, glm::vec4, std::string> value;
    bool operator==(const Constant&) const = default;
};

/// A value that is drawn for each particle, uniform between the two; for vectors, each component by itself.
struct Random {
    Constant least, most;
    bool operator==(const Random&) const = default;
};

/// The expression that a curve or a gradient depends on, unless it names another.
inline constexpr std::string_view usual_by = "life";

/// A number that depends on an expression, linear between points and constant beyond the first and the last.
struct Curve {
    std::vector<glm::vec2> points;  // x ascending
    std::string by{usual_by};
    bool operator==(const Curve&) const = default;
};

/// A colour or a vector (then `w` is unused) that depends on an expression, like a curve.
struct Gradient {
    std::vector<std::pair<float, glm::vec4>> stops;  // ascending
    std::string by{usual_by};
    bool operator==(const Gradient&) const = default;
};

/// A value that an expression computes.
struct Formula {
    std::string text;
    bool operator==(const Formula&) const = default;
};

/// Everything that an effect can give to a parameter.
using Value = std::variant<Constant, Random, Curve, Gradient, Formula>;

/// One of the names of a choice. Its number is its place in the list.
struct Choice {
    std::string name;      // a-z, 0-9 and -
    std::string sentence;  // for tooltips and the documentation
    bool operator==(const Choice&) const = default;
};

/// The random number that a parameter draws where the effects of format 1 drew it, so that they stay the
/// same.
struct PinnedUse {
    std::uint32_t use = 0;        // as in shaders/particles/precise.glsl
    std::uint32_t component = 0;  // 0 to 3, of the four random numbers of the use
    bool operator==(const PinnedUse&) const = default;
};

/// The declaration of a parameter. An angle, with the unit `degrees`, is in radians where GLSL sees it.
struct Parameter {
    std::string name;  // a-z, 0-9 and _: its key in an effect, and its name in GLSL
    Type type = Type::number;
    std::string unit = {};        // empty: a plain number, or none
    Constant value = {};          // the default, of the type's alternative
    Interval range = {};          // of each number; a colour's alpha is from 0 to 1. Unused by other types
    Interval usual = {};          // range of a slider, within `range`
    bool is_logarithmic = false;  // the slider's scale
    std::vector<Choice> choices = {};  // of a choice, at least two
    std::optional<PinnedUse> pinned = {};
    std::string sentence = {};  // for tooltips and the documentation
};

inline constexpr std::uint32_t most_attribute_words = 4;  // of a particle: the fourth column

/// A value that a module stores in each particle. Its type is number, whole, vector or colour.
struct Attribute {
    std::string name;  // a-z, 0-9 and _: its name in expressions and in GLSL
    Type type = Type::number;
    Constant value;  // at birth, unless a module sets it
    std::string sentence;
};

/// Returns how many 32-bit words a value of the type takes.
constexpr std::uint32_t words_of(Type type) {
    switch (type) {
        case Type::vector:
        case Type::direction:
            return 3;
        case Type::colour:
            return 4;
        case Type::file:
            return 0;
        default:
            return 1;
    }
}

}  // namespace winnow::effects
