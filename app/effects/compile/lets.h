// Local values, "let" in effects and emitters: expressions that are parsed once and put in the place of their
// names. A random number in one is the same wherever the stack reads it.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "effects/expression/expression.h"
#include "effects/model/document.h"
#include "effects/model/effect.h"

namespace winnow::effects {

struct Let {
    std::string name;
    Expression expression;
};

/// The lets that expressions of an emitter may read: those of the effect and its own.
struct ParsedLets {
    std::vector<std::shared_ptr<const Let>> all;  // each after those that it reads
    std::set<std::string, std::less<>> faulty;    // that have a fault, or read one that has
    bool are_known = true;  // false: a fault was collected that hides which lets there are
};

/// Names that expressions may use, lets among them. It may be moved.
struct NamesWithLets {
    std::vector<ExpressionName> names;
    std::deque<std::string> texts;  // that names refer to
};

/// Says why a let is absent in a stack.
inline constexpr std::string_view unknown_in_stack = "which particles of this emitter do not have";

/// Returns the names and the lets, which must stay where they are. A let that reads a name which is not among
/// `names` is absent; `unknown` says why, a clause.
NamesWithLets with_lets(std::vector<ExpressionName> names, const ParsedLets& lets, std::string_view unknown);

/// The surroundings of lets.
struct LetSurroundings {
    std::span<const ExpressionName> names;  // that they may read, beside other lets
    std::span<const Property> properties;
    std::function<bool(std::string_view text)> may_read_hidden;  // true: a fault may hide what it reads
};

/// Parses lets and appends them to `lets`, which they may read. Throws Invalid with a pointer below the
/// object's, `path`, or collects each fault.
void add_lets(ParsedLets& lets, const Lets& added, const LetSurroundings& known, const Path& path);

/// False if a fault was collected that hides which lets there are. `path` is that of the effect or emitter.
inline bool are_lets_known(const Lets& lets, const Path& path) {
    return !lets.empty() || Path(path, "let").is_sound();
}

/// True if the expression of the value reads a let that has a fault.
bool reads_faulty(const Value& value, const ParsedLets& lets);

/// Returns the text of the value's expression; null if it has none.
const std::string* expression_text(const Value& value);

}  // namespace winnow::effects
