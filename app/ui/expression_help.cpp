#include "ui/expression_help.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>

#include "effects/compile/compiled_effect.h"
#include "effects/compile/properties.h"
#include "effects/expression/expression_operations.h"
#include "effects/modules/glsl_tokens.h"
#include "ui/widgets.h"

namespace winnow::ui {
namespace {

using effects::Bounds;
using effects::Expression;
using effects::ExpressionType;
using effects::Settings;

constexpr std::string_view emitters_prefix = "/effect/emitters/", properties_prefix = "/effect/properties/";

bool is_of_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

/// Returns the expression of the running effect; null: there is none there.
const effects::ReadExpression* read_at(const Settings& settings, std::string_view pointer) {
    if (!settings.compiled || !pointer.starts_with(effects::effect_pointer)) return nullptr;
    const auto& all = settings.compiled->expressions;
    const auto found = all.find(std::string(pointer.substr(effects::effect_pointer.size())));
    return found != all.end() ? &found->second : nullptr;
}

std::vector<KnownWord> words_of(std::span<const effects::UsableName> names, const Settings& settings) {
    std::vector<KnownWord> words;
    for (const effects::UsableName& name : names) {
        const bool is_property =
            std::ranges::find(settings.effect.properties, name.name, &effects::Property::name) !=
            settings.effect.properties.end();
        const std::string_view kind = is_property ? ", a property" : name.is_let ? ", a let" : "";
        words.push_back({name.name, fmt::format("{}{}", text_of(name.type), kind)});
    }
    for (const std::string_view function : effects::function_names()) {
        const auto operands = static_cast<std::size_t>(effects::operand_counts(function).front());
        words.push_back({std::string(function) + "(",
                         fmt::format("of {}", effects::find_operation(function, operands)->takes)});
    }
    std::ranges::sort(words, {}, &KnownWord::text);
    return words;
}

/// The numbers of bounds are a rounding wider than what is computed.
Bounds tidied(Bounds bounds) {
    constexpr double rounding = 1e-4;
    const double largest = std::max(std::abs(bounds.least), std::abs(bounds.most));
    for (double* const end : {&bounds.least, &bounds.most})
        if (std::isfinite(largest) && std::abs(*end) < rounding * largest) *end = 0;
    if (std::abs(bounds.least) < rounding) bounds.least = 0;
    if (std::abs(bounds.most) < rounding) bounds.most = 0;
    return bounds;
}

std::string text_of_bounds(const Bounds& bounds) {
    const std::string least = fmt::format("{:.3g}", bounds.least), most = fmt::format("{:.3g}", bounds.most);
    const bool has_least = std::isfinite(bounds.least), has_most = std::isfinite(bounds.most);
    if (has_least && has_most) return least == most ? least : least + " to " + most;
    if (has_least) return "at least " + least;
    return has_most ? "at most " + most : "any";
}

/// Returns the first name that the expression reads and that has no bounds on one side; empty: there is none.
std::string without_bounds(const Expression& expression, const effects::NameBounds& bounds_of_name) {
    for (const std::string& name : expression.names) {
        const Bounds bounds = bounds_of_name(name);
        if (!std::isfinite(bounds.least) || !std::isfinite(bounds.most)) return name;
    }
    return {};
}

/// Returns the number after `before` at the beginning of the pointer.
std::optional<std::size_t> index_after(std::string_view before, std::string_view pointer) {
    if (!pointer.starts_with(before)) return std::nullopt;
    std::size_t index = 0;
    const char* const begin = pointer.data() + before.size();
    const auto [rest, error] = std::from_chars(begin, pointer.data() + pointer.size(), index);
    return error == std::errc{} ? std::optional(index) : std::nullopt;
}

/// True if a module may give births another lifetime than the emitter's.
bool may_change_lifetime(const effects::Stack& stack) {
    return std::ranges::any_of(stack.modules, [](const effects::StackModule& one) {
        const auto tokens = effects::glsl::tokens_of(one.module->body, one.module->begin);
        return std::ranges::count(tokens, "lifetime", &effects::glsl::Token::text) > 0;
    });
}

/// Returns the bounds of a name that particles have; those of another emitter are not known.
Bounds bounds_of_particles(const Settings& settings, std::optional<std::size_t> emitter,
                           std::string_view name) {
    if (name == "life" || name == "random" || name.starts_with(effects::shared_random)) return {0, 1};
    if (name == effects::pi_name) return {std::numbers::pi, std::numbers::pi};
    if (name == "time" || name == "speed" || name == "seconds" || name == "travelled") return {.least = 0};
    if (name != "age" && name != "lifetime") return {};
    const bool is_known = emitter && settings.compiled && *emitter < settings.compiled->stacks.size() &&
                          !may_change_lifetime(settings.compiled->stacks[*emitter]);
    if (!is_known) return {.least = 0};
    const effects::Range& lifetime = settings.effect.emitters[*emitter].lifetime;
    return {name == "age" ? 0 : lifetime.least, lifetime.most};
}

}  // namespace

std::string_view word_before(std::string_view text, std::size_t cursor) {
    const std::size_t end = std::min(cursor, text.size());
    std::size_t begin = end;
    while (begin > 0 && is_of_word(text[begin - 1])) --begin;
    const std::string_view word = text.substr(begin, end - begin);
    return !word.empty() && std::isalpha(static_cast<unsigned char>(word.front())) != 0 ? word
                                                                                        : std::string_view();
}

std::vector<KnownWord> completions(const std::vector<KnownWord>& known, std::string_view word) {
    std::vector<KnownWord> found;
    for (const KnownWord& one : known)
        if (matches(std::string_view(one.text).substr(0, word.size()), word)) found.push_back(one);
    for (const KnownWord& one : known)
        if (!matches(std::string_view(one.text).substr(0, word.size()), word) && matches(one.text, word))
            found.push_back(one);
    return found;
}

std::string bounds_text(const Expression& expression, const effects::NameBounds& bounds_of_name,
                        std::string_view unit) {
    if (expression.type == ExpressionType::boolean) return "true or false";
    const std::array<Bounds, 4> bounds = effects::bounds_of(expression, bounds_of_name);
    const auto count = static_cast<std::size_t>(effects::components_of(expression.type));
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < count; ++i) texts.push_back(text_of_bounds(tidied(bounds[i])));
    const std::string after = unit.empty() ? "" : fmt::format(" {}", unit);
    const bool are_equal = std::ranges::count(texts, texts.front()) == static_cast<std::ptrdiff_t>(count);
    if (are_equal && texts.front() == "any") {
        const std::string why = without_bounds(expression, bounds_of_name);
        return why.empty() ? "any" : "any, because of " + why;
    }
    if (are_equal) return (count > 1 ? "each " : "") + texts.front() + after;
    const std::string_view letters = expression.type == ExpressionType::vec4 ? "rgba" : "xyzw";
    std::string all;
    for (std::size_t i = 0; i < count; ++i)
        all += fmt::format("{}{} {}", i > 0 ? ", " : "", letters[i], texts[i]);
    return all + after;
}

std::vector<KnownWord> words_at(const Settings& settings, std::string_view pointer) {
    const effects::ReadExpression* const read = read_at(settings, pointer);
    return read != nullptr ? words_of(*read->names, settings) : std::vector<KnownWord>();
}

std::string bounds_at(const Settings& settings, std::string_view pointer, std::string_view unit) {
    const effects::ReadExpression* const read = read_at(settings, pointer);
    return read != nullptr ? bounds_of(settings, pointer, read->expression, unit) : "";
}

std::string bounds_of(const Settings& settings, std::string_view pointer, const Expression& expression,
                      std::string_view unit) {
    const std::optional<std::size_t> emitter = index_after(emitters_prefix, pointer);
    const bool is_of_property = pointer.starts_with(properties_prefix);
    const std::vector<effects::Property>& properties = settings.effect.properties;
    const effects::NameBounds bounds_of_name = [&](std::string_view name) -> Bounds {
        const auto property = std::ranges::find(properties, name, &effects::Property::name);
        if (property == properties.end()) return bounds_of_particles(settings, emitter, name);
        const effects::PropertyValue& value = property->value;
        if (!is_of_property) return {value.number, value.number};
        if (!value.is_computed()) return {property->range.least, property->range.most};
        const effects::ReadExpression* const of =
            read_at(settings, fmt::format("{}{}/value", properties_prefix, property - properties.begin()));
        return of != nullptr ? effects::bounds_of(of->expression, bounds_of_name)[0] : Bounds{};
    };
    return bounds_text(expression, bounds_of_name, unit);
}

}  // namespace winnow::ui
