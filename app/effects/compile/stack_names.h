// The names that expressions of a stack know, and what of them a fault may hide. Where faults are collected,
// an expression that reads what another fault may hide is left alone: each fault is reported once.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "effects/compile/lets.h"
#include "effects/compile/stack.h"
#include "effects/compile/stack_parents.h"
#include "effects/expression/expression.h"
#include "effects/model/document.h"
#include "effects/model/effect.h"
#include "effects/modules/module.h"

namespace winnow::effects {

/// Returns the names of a particle, which every expression of an effect may use.
std::span<const ExpressionName> common_names();

/// True for the names of the camera, which only drawing knows.
bool is_of_camera(std::string_view name);

/// The names that expressions of a stack know beside its attributes.
struct Surroundings {
    std::span<const Property> properties;
    const ParentNames& parents;
    bool are_parents_sound = true;     // false: a fault was collected, so `parents` may be wrong
    bool are_attributes_sound = true;  // false: a fault was collected that may hide an attribute of the stack
    ParsedLets lets = {};
};

/// True if the value's expression reads what a fault may hide: what is of the parent, a let with a fault, or
/// a word that is nearly none of the names.
bool may_read_hidden(const Value& value, Type type, std::span<const ExpressionName> names,
                     const Surroundings& known);

/// Returns the names as a module of the stage knows them: only drawing knows the camera.
std::vector<ExpressionName> names_at(Stage stage, std::vector<ExpressionName> names);

/// Returns the names that expressions of a stack with these attributes know. They refer to those of the
/// attributes and of the surroundings, which must stay where they are. Throws Invalid if a property has the
/// name of an attribute.
std::vector<ExpressionName> names_for(const std::vector<Attribute>& attributes, const Surroundings& known,
                                      const Path& path);

/// Adds the names of attributes that are not there yet, and must stay where they are.
void add_attributes(std::vector<ExpressionName>& names, const std::vector<Attribute>& attributes);

/// Returns the names that lets of the effect know. They may read what particles of any emitter have: its
/// attributes, and what it knows of its parents, both by emitter. All must stay where they are.
std::vector<ExpressionName> names_of_any(std::span<const Property> properties,
                                         std::span<const std::vector<Attribute>> attributes,
                                         std::span<const ParentNames> parents);

/// The names that modules of a list know, in all stages and in drawing, which knows the camera too.
struct KnownNames {
    NamesWithLets any, look;
    const std::vector<ExpressionName>& at(Stage stage) const {
        return stage == Stage::look ? look.names : any.names;
    }
};
KnownNames names_known_with(const std::vector<ExpressionName>& own, const ParsedLets& lets);

}  // namespace winnow::effects
