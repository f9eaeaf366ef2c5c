// The types, functions and structs of GLSL that a module may use.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "effects/modules/glsl_cost.h"
#include "effects/modules/module.h"

namespace winnow::effects::glsl {

enum class Base { nothing, truth, integer, unsigned_integer, real, structure };

/// A scalar has one row and one column, a vector one column, a matrix as many columns as rows.
struct Type {
    Base base = Base::nothing;
    int rows = 1;
    int columns = 1;
    std::string_view structure = {};  // the name of one of the structs below

    bool is_scalar() const { return rows == 1 && base != Base::structure; }
    bool is_vector() const { return rows > 1 && columns == 1; }
    bool is_matrix() const { return columns > 1; }
    bool is_number() const {
        return base == Base::integer || base == Base::unsigned_integer || base == Base::real;
    }
    bool is_real() const { return base == Base::real; }
    bool operator==(const Type&) const = default;
};

inline constexpr Type nothing{};
inline constexpr Type truth{.base = Base::truth};
inline constexpr Type integer{.base = Base::integer};
inline constexpr Type unsigned_integer{.base = Base::unsigned_integer};
inline constexpr Type real{.base = Base::real};
constexpr Type vector_of(Base base, int rows) {
    return {.base = base, .rows = rows};
}
inline constexpr Type vec3 = vector_of(Base::real, 3);
inline constexpr Type vec4 = vector_of(Base::real, 4);

/// Returns the type as GLSL writes it.
std::string text(Type type);
/// Returns the type of this name, if modules may use it.
std::optional<Type> type_named(std::string_view name);

/// Returns true if GLSL converts a value without being asked: from int to uint to float.
bool converts(Type from, Type to);

/// Returns the type of `left op right`, for operators other than assignments; nullopt if they do not fit.
std::optional<Type> type_of_binary(std::string_view op, Type left, Type right);

/// Returns the type of one of GLSL's own functions or constructors with these arguments. `is_known` tells if
/// modules may call it; nullopt if they may not, or if the arguments do not fit.
std::optional<Type> type_of_call(std::string_view name, std::span<const Type> arguments, bool& is_known);

/// Returns the names of GLSL's own functions that modules may call, each with a number of arguments that it
/// takes.
std::vector<std::pair<std::string_view, std::size_t>> own_functions();

/// A function of the engine (shaders/effects/engine.glsl) or of the module.
struct Signature {
    struct Formal {
        Type type;
        bool is_written = false;  // inout
    };
    std::string_view name;
    Type result;
    std::vector<Formal> formals;
    Cost cost = repeated(1);
    std::size_t optional = 0;  // so many of the last arguments may be left out
};

/// Returns the engine's functions that a stage may call.
std::vector<Signature> engine_functions(Stage stage);
/// Returns the signature that the function of the module's stage must have; its name is the stage's.
Signature stage_function(const Module& module);

/// The functions by which particles meet meshes, the objects of the scenery, and the surfaces that the camera
/// saw, and by which they give a signal.
inline constexpr std::string_view mesh_call = "collide_mesh", object_call = "collide_objects",
                                  seen_call = "seen_surface", collide_seen_call = "collide_seen",
                                  met_normal_call = "met_normal", signal_call = "signal";

inline constexpr std::string_view engine_constants[] = {"TWO_PI"};  // float each

struct Member {
    Type type;
    bool is_constant = false;  // may not be assigned
};

/// Returns the member of a struct as the module sees it: Parameters, Particle with the module's attributes,
/// Birth, Moment or Look. nullopt if there is none.
std::optional<Member> member_of(const Module& module, std::string_view structure, std::string_view name);

/// Returns the type in GLSL of a value whose type says all: neither a file nor the name of an attribute.
Type type_of(effects::Type type);
/// Returns the type in GLSL of a parameter; of an attribute's name, that of the attribute.
Type type_of(const Parameter& parameter);

}  // namespace winnow::effects::glsl
