// Reads a list of modules: their values are checked, and their expressions and files are read.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "effects/compile/stack.h"
#include "effects/compile/stack_attributes.h"
#include "effects/compile/stack_names.h"
#include "effects/model/document.h"
#include "effects/modules/module_files.h"

namespace winnow::effects {

/// Returns a value with its expression parsed, which may use `names`. Throws Invalid if the value does not
/// suit the parameter, or the expression is refused.
StackValue stack_value(const Value& value, const Parameter& parameter, std::span<const ExpressionName> names,
                       const Path& path);

/// Returns the module of each use; null where a fault was collected.
std::vector<std::shared_ptr<const Module>> find_all(std::span<const ModuleUse> list, const ModuleFinder& find,
                                                    const Path& path);

/// A list of modules that is read.
struct ModuleList {
    std::span<const ModuleUse> uses;
    std::span<const std::shared_ptr<const Module>> modules;
    const KnownNames &names, &names_of_disabled;
};

/// Reads the values of a list of modules, checks them and adds them to a stack that has its attributes.
/// `path` is the list's, `folder` the effect's.
void read_list(Stack& stack, const ModuleList& list, const std::string& folder, const Surroundings& known,
               DeclaredTypes& known_types, const Path& path);

/// Notes what the module reads of the parent. Throws Invalid if its body does so where there is none.
void note_parent(Stack& stack, const StackModule& module, const Surroundings& known, const Path& path);

/// True if an expression of the module reads the name.
bool mentions(const StackModule& module, std::string_view name);

}  // namespace winnow::effects
