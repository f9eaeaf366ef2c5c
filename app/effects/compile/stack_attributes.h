// The attributes of a stack's particles: those that modules declare, and those that parameters of modules
// name.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "effects/model/document.h"
#include "effects/model/effect.h"
#include "effects/model/parameter.h"
#include "effects/modules/module.h"

namespace winnow::effects {

/// The attribute that holds the metres a particle has travelled since its birth by its velocity. A stack has
/// it if an expression or a link on distance needs it.
inline constexpr std::string_view travelled = "travelled";

/// The attribute that says how far along its ribbon a particle is, in metres, given at birth. A stack has it
/// if its particles are ribbons with a picture.
inline constexpr std::string_view ribbon_way = "ribbon_way";

/// The attribute, a vector, by which meshes are turned: modified Rodrigues parameters
/// (shaders/effects/engine.glsl). A stack has it if a module declares it.
inline constexpr std::string_view orientation = "orientation";

/// Returns the name of an attribute in GLSL's Particle. Those that keep a parent's values have a point in
/// their name.
std::string member_of(std::string_view attribute);

/// The type of an attribute, and the pointer of the module that declared it first.
struct DeclaredType {
    Type type;
    std::string pointer;
};
using DeclaredTypes = std::map<std::string, DeclaredType, std::less<>>;

/// Returns the attributes that a use of the module declares, those that its parameters name last. Throws
/// Invalid if a name is refused.
std::vector<Attribute> declared_by(const ModuleUse& use, const Module& module, const Path& path);

/// Adds what a use of the module declares; an attribute that is there already is the same. `declared` are
/// those of all stacks of the effect, in which an attribute has one type. Throws Invalid.
void add_declared(std::vector<Attribute>& all, DeclaredTypes& known_types, const ModuleUse& use,
                  const Module& module, const Path& path);

/// Adds `travelled` unless it is there.
void add_travelled(std::vector<Attribute>& all);

/// Adds `ribbon_way` unless a module declares it. Throws as add_declared() does.
void add_ribbon_way(std::vector<Attribute>& all, DeclaredTypes& known_types, const Path& path);

/// Throws Invalid unless the stack has the attributes that the module's parameters name, in the types that
/// they take.
void check_named(const std::vector<Attribute>& all, const DeclaredTypes& known_types, const ModuleUse& use,
                 const Module& module, const Path& path);

}  // namespace winnow::effects
