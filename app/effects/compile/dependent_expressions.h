// Expressions with names that may read each other: local values, and properties that are computed.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow::effects {

/// Returns the words of an expression that are not members of others, functions left out.
std::vector<std::string_view> words_of_expression(std::string_view text);

struct NamedExpression {
    std::string_view name, text;
};

/// Calls read(index) for each expression once, after those that it reads. It returns false if the expression
/// has a fault; those that read a faulty one are left out. Where some read each other in a cycle,
/// refuse(index, message) is called once for it. Returns which of the expressions are sound.
std::vector<bool> read_in_order(std::span<const NamedExpression> all,
                                const std::function<bool(std::size_t)>& read,
                                const std::function<void(std::size_t, const std::string&)>& refuse);

}  // namespace winnow::effects
