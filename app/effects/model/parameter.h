// The parameters and attributes that a module declares in its head.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "effects/model/fields.h"
#include "effects/model/value.h"
#include "shaders/shared.h"

namespace winnow::effects {

/// Shorter vectors have no direction; the square of this length is still a normal float.
inline constexpr float shortest_direction = 1e-6f;

/// The type of a parameter, and how GLSL sees it.
enum class Type {
    boolean,    // bool
    integer,    // uint
    number,     // float
    vector,     // vec3
    direction,  // vec3, a unit vector; the effect may give any length but zero
    colour,     // vec4, linear red, green, blue (above 1 glows) and alpha
    choice,     // uint, a constant of the program's text
    file,       // a struct of what it holds, such as Mesh (shaders/effects/files.glsl)
    spline,     // Spline (shaders/effects/spline.glsl)
    attribute,  // an argument of the stage's function, of the attribute's type
};

inline constexpr std::array types{
    Named<Type>{Type::boolean, "truth", "true or false"},
    Named<Type>{Type::integer, "whole", "a whole number, 0 or more"},
    Named<Type>{Type::number, "number", "a number"},
    Named<Type>{Type::vector, "vector", "a list of three numbers"},
    Named<Type>{Type::direction, "direction", "a list of three numbers, of any length but zero"},
    Named<Type>{Type::colour, "colour", "linear red, green, blue and alpha"},
    Named<Type>{Type::choice, "choice", "one of the names in `choices`"},
    Named<Type>{Type::file, "file", "a path below the effect's folder"},
    Named<Type>{Type::spline, "spline", "points, each a list of three numbers, that a curve goes through"},
    Named<Type>{Type::attribute, "attribute", "the name of an attribute of the particle"},
};
template <>
inline constexpr const auto& names<Type> = types;

/// The kind of data in a file. Parameters of modules hold all but textures, which belong to the scenery.
enum class FileKind { mesh, image, field, distance, picture, texture };

inline constexpr std::array file_kinds{
    Named<FileKind>{FileKind::mesh, "mesh", "a Wavefront OBJ file, for its faces and edges"},
    Named<FileKind>{FileKind::image, "image", "a PNG file, for its lit pixels"},
    Named<FileKind>{FileKind::field, "field", "a vector field in an FGA file"},
    Named<FileKind>{FileKind::distance, "distance",
                    "a Wavefront OBJ file of a closed mesh, for the distance from it"},
    Named<FileKind>{FileKind::picture, "picture", "a PNG file, to be looked at"},
};
template <>
inline constexpr const auto& names<FileKind> = file_kinds;

/// True for types whose values are the same for all particles, whatever the effect gives.
constexpr bool is_constant(Type type) {
    return type == Type::choice || type == Type::file || type == Type::spline || type == Type::attribute;
}

/// True if a gradient can give values of the type.
constexpr bool is_graded(Type type) {
    return type == Type::vector || type == Type::direction || type == Type::colour;
}

inline constexpr Interval any_slope{-1e12, 1e12};  // of a curve
inline constexpr Interval any_number{-1e6, 1e6};   // numbers without a range of their own
inline constexpr std::size_t longest_path = 4096;  // of a file, in bytes

/// One of the names of a choice. Its number is its place in the list.
struct Choice {
    std::string name;      // a-z, 0-9 and -
    std::string sentence;  // for tooltips and the documentation
    bool operator==(const Choice&) const = default;
};

/// The random number that a parameter draws instead of one of its own: a module's key `use`.
struct PinnedUse {
    std::uint32_t use = 0;        // as in shaders/particles/random.glsl
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
    bool is_of_emitter = false;  // not of a particle: it is not random, and its curves depend on the time
    bool is_of_burst = false;    // each burst draws it; its expressions know no random number
    bool is_fixed = false;       // the effect can give it nothing but a constant
    bool is_off_at_zero =
        false;  // of a number: a constant 0 is in the program's text, so that it costs nothing
    FileKind file_kind = FileKind::mesh;  // of a file
    Type attribute = Type::number;        // of an attribute: the attribute's type
    std::optional<PinnedUse> pinned = {};
    std::string sentence = {};  // for tooltips and the documentation
};

/// True if the parameter's value is the same for all particles, whatever the effect gives.
constexpr bool is_constant(const Parameter& parameter) {
    return parameter.is_fixed || is_constant(parameter.type);
}

/// Returns the expression that the parameter's curves and gradients depend on, unless they name another.
constexpr std::string_view usual_by_of(const Parameter& parameter) {
    return parameter.is_of_emitter ? "time" : usual_by;
}

/// The declaration of an emitter's rate, as if it were a parameter of a module.
const Parameter& rate_parameter();
/// Likewise of a burst's count and of its probability.
const Parameter& count_parameter();
const Parameter& probability_parameter();
/// Likewise of a member that depends on the time.
Parameter parameter_of(const Field& field, const NumberInTime& value);
Parameter parameter_of(const Field& field, const VectorInTime& value);

inline constexpr std::uint32_t plane_words = shared::PLANE_WORDS;
/// A particle has at most so many words of attributes: its columns from the fourth on.
inline constexpr std::uint32_t max_attribute_words = shared::MAX_PLANES * plane_words;

/// True for the types of attributes.
constexpr bool is_stored(Type type) {
    return type == Type::number || type == Type::integer || type == Type::vector || type == Type::colour;
}

/// A value that a module stores in each particle. Precondition: is_stored(type).
struct Attribute {
    std::string name;  // a-z, 0-9 and _: its name in expressions and in GLSL
    Type type = Type::number;
    Constant value;  // at birth, unless a module sets it
    std::string sentence;
    std::string unit = {};  // that people see behind its values; empty: none is known
    bool operator==(const Attribute&) const = default;
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
        case Type::spline:
        case Type::attribute:
            return 0;
        default:
            return 1;
    }
}

}  // namespace winnow::effects
