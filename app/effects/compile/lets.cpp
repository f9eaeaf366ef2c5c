#include "effects/compile/lets.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "effects/compile/dependent_expressions.h"
#include "effects/expression/expression_operations.h"
#include "effects/modules/name_check.h"

namespace winnow::effects {
namespace {

const ExpressionName* find_name(std::span<const ExpressionName> names, std::string_view name) {
    const auto found = std::ranges::find(names, name, &ExpressionName::name);
    return found == names.end() ? nullptr : &*found;
}

/// Returns why the let cannot be read where these names are known, a clause; empty: it can.
std::string why_absent(const Let& let, std::span<const ExpressionName> names, std::string_view unknown) {
    for (const ExpressionNode& node : let.expression.nodes) {
        if (node.kind != ExpressionNode::Kind::name) continue;
        const std::string& read = let.expression.names[node.index];
        const std::string_view name = read.starts_with(shared_random) ? "random" : std::string_view(read);
        const ExpressionName* const found = find_name(names, name);
        if (found == nullptr) return fmt::format("{} reads {}, {}", let.name, name, unknown);
        if (!found->absent.empty()) return fmt::format("{} reads {}, but {}", let.name, name, found->absent);
        // An attribute of modules that are turned off may have another type elsewhere.
        if (found->type != node.type)
            return fmt::format("{} reads {} as {}, but here it is {}", let.name, name, text_of(node.type),
                               text_of(found->type));
    }
    return {};
}

void check_let_name(const std::string& name, const ParsedLets& lets, const LetSurroundings& known,
                    const Path& path) {
    check_value_name(name, path);
    const auto refuse = [&](std::string_view what) {
        throw Invalid{path.pointer(), fmt::format("{} is already the name of {}", name, what)};
    };
    if (!operand_counts(name).empty()) refuse("a function");
    if (std::ranges::find(known.properties, name, &Property::name) != known.properties.end())
        refuse("a property");
    if (find_name(known.names, name) != nullptr) refuse("an attribute");
    if (lets.faulty.contains(name) ||
        std::ranges::count(lets.all, name, [](const auto& let) { return let->name; }) > 0)
        refuse("a let of the effect");
}

}  // namespace

NamesWithLets with_lets(std::vector<ExpressionName> names, const ParsedLets& lets, std::string_view unknown) {
    NamesWithLets result;
    for (const auto& let : lets.all) {
        result.texts.push_back(why_absent(*let, names, unknown));
        result.names.push_back({let->name, let->expression.type, result.texts.back(), &let->expression});
    }
    names.insert(names.end(), result.names.begin(), result.names.end());
    result.names = std::move(names);
    return result;
}

void add_lets(ParsedLets& lets, const Lets& added, const LetSurroundings& known, const Path& path) {
    std::vector<NamedExpression> all;
    for (const auto& let : added) {
        const Path here(path, let.first);
        here.attempt_if_sound([&] { check_let_name(let.first, lets, known, here); });
        all.push_back({let.first, let.second});
    }
    const std::vector<bool> are_sound = read_in_order(
        all,
        [&](std::size_t i) {
            const NamedExpression& let = all[i];
            const Path here(path, let.name);
            if (!here.is_sound() || known.may_read_hidden(let.text)) return false;
            if (reads_faulty(Formula(std::string(let.text)), lets)) return false;
            return here.attempt([&] {
                const NamesWithLets names =
                    with_lets({known.names.begin(), known.names.end()}, lets, unknown_in_stack);
                lets.all.push_back(std::make_shared<const Let>(
                    Let{std::string(let.name), parse_expression(let.text, names.names, here, let.name)}));
            });
        },
        [&](std::size_t i, const std::string& message) {
            const Path here(path, all[i].name);
            here.attempt_if_sound([&] { throw Invalid{here.pointer(), message}; });
        });
    for (std::size_t i = 0; i < all.size(); ++i)
        if (!are_sound[i]) lets.faulty.emplace(all[i].name);
}

bool reads_faulty(const Value& value, const ParsedLets& lets) {
    const std::string* const text = expression_text(value);
    return text != nullptr && !lets.faulty.empty() &&
           std::ranges::any_of(words_of_expression(*text),
                               [&](std::string_view word) { return lets.faulty.contains(word); });
}

const std::string* expression_text(const Value& value) {
    if (const auto* const formula = std::get_if<Formula>(&value)) return &formula->text;
    const auto* const curve = std::get_if<Curve>(&value);
    const auto* const gradient = std::get_if<Gradient>(&value);
    if (curve != nullptr && curve->by) return &*curve->by;
    return gradient != nullptr && gradient->by ? &*gradient->by : nullptr;
}

}  // namespace winnow::effects
