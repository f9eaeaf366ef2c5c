// Expressions and modules of a stack read values of its particles' parents: parent.velocity, parent.hue, ...
// A birth has all of it; what later stages read is kept in attributes of the child, which hold the parent's
// values at the birth.
#pragma once

#include <functional>
#include <list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "effects/compile/stack.h"
#include "effects/expression/expression.h"
#include "effects/model/effect.h"

namespace winnow::effects {

/// The names of a parent's values begin so in expressions.
inline constexpr std::string_view parent_prefix = "parent.";

/// True if the name is one of a parent's values.
inline bool is_of_parent(std::string_view name) {
    return name.starts_with(parent_prefix);
}

/// The names of a parent's values that expressions of an emitter's stack know.
struct ParentNames {
    std::list<std::string> texts;  // that the names refer to
    std::vector<ExpressionName> names;
    std::string_view absent;  // why the particles have no parent, a clause; empty: all of them have one
};

/// The numbers of the parents of each emitter: of those whose particles have children of it, in ascending
/// order.
using Parents = std::vector<std::vector<std::size_t>>;
Parents parents_of_all(const Effect& effect);

/// Returns what emitter number `child` of the effect may read of its parents. `attributes` are those that the
/// modules of each emitter declare. Every particle must have a parent, so an emitter with births of its own
/// may read nothing; of attributes it may read those that all parents have.
ParentNames parent_names(const Effect& effect, std::size_t child, const Parents& parents,
                         std::span<const std::vector<Attribute>> attributes);

/// True if an expression of the module, or its body, reads a value of the parent.
bool reads_parent(const StackModule& module);
/// True if it reads the parent's look: its colour or its size.
bool reads_parents_look(const StackModule& module);

/// Adds the attributes that keep what stages after the birth read.
void add_kept(Stack& stack);

/// Marks the stacks whose looks children read. These are computed in steps, which know no camera: throws
/// Invalid if one reads it. `emitters` is the path of the effect's.
void note_parents_looks(const Effect& effect, const Parents& parents, std::vector<Stack>& stacks,
                        const Path& emitters);

/// Calls visit(name) for each value of the parent that an expression of the stack reads at the birth.
void for_each_read_at_birth(const Stack& stack, const std::function<void(std::string_view)>& visit);

/// Returns the text of a parent's value at a birth, where it has the given type.
std::string parent_at_birth(std::string_view name, ExpressionType type);

}  // namespace winnow::effects
