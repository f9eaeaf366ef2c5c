#include "effects/compile/stack_cost.h"

#include <algorithm>

#include "effects/expression/expression_operations.h"
#include "effects/modules/glsl_cost.h"
#include "effects/modules/glsl_types.h"

namespace winnow::effects {
namespace {

/// Parts of the names of the engine's functions that need many registers.
constexpr std::string_view long_calls[] = {"noise",         "spline_nearest",       "field_at",
                                           "distance_at",   glsl::mesh_call,        glsl::object_call,
                                           glsl::seen_call, glsl::collide_seen_call};

/// Returns the operations of a function that a stack's own text calls, roughly.
double operations_of_call(std::string_view name) {
    constexpr double search = 250, random = 40,
                     numbers = 3;  // of a curve's points; of a random number; of an argument
    if (name == "curve_at" || name == "gradient_at") return search;
    if (name == "random_numbers") return random;
    if (is_long_function(name)) return glsl::operations_of_long_function;
    constexpr std::string_view guarded = "expression_";
    if (name.starts_with(guarded)) name.remove_prefix(guarded.size());
    return numbers * glsl::operations_of_function(name);
}

/// True if an expression of the module's values needs many registers.
bool computes_long(const StackModule& module) {
    return std::ranges::any_of(module.values, [](const StackValue& value) {
        return value.expression &&
               std::ranges::any_of(value.expression->nodes, [](const ExpressionNode& node) {
                   return node.operation != nullptr && is_long_function(node.operation->name);
               });
    });
}

}  // namespace

bool is_long_function(std::string_view name) {
    return std::ranges::any_of(
        long_calls, [&](std::string_view part) { return name.find(part) != std::string_view::npos; });
}

bool computes_long(const Stack& stack) {
    return std::ranges::any_of(stack.modules, [](const StackModule& one) {
        return advances(one.module->stage) && computes_long(one);
    });
}

double expansion_of(std::string_view text) {
    constexpr double bytes_per_operation = 8;
    double operations = static_cast<double>(text.size()) / bytes_per_operation;
    const auto is_of_name = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    };
    for (std::size_t open = text.find('('); open != std::string_view::npos; open = text.find('(', open + 1)) {
        std::size_t begin = open;
        while (begin > 0 && is_of_name(text[begin - 1])) --begin;
        operations += operations_of_call(text.substr(begin, open - begin));
    }
    return operations;
}

}  // namespace winnow::effects
