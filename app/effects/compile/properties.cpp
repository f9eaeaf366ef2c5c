#include "effects/compile/properties.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "effects/compile/dependent_expressions.h"
#include "effects/expression/expression.h"
#include "effects/modules/name_check.h"

namespace winnow::effects {
namespace {

void check_property(const Effect& effect, std::size_t index, const Path& path) {
    const Property& property = effect.properties[index];
    const Path name(path, "name");
    check_value_name(property.name, name);
    for (std::size_t i = 0; i < index; ++i)
        if (effect.properties[i].name == property.name)
            throw Invalid{name.pointer(), fmt::format("{} is there twice", property.name)};
    if (property.value.is_computed()) return;
    const float number = property.value.number;
    if (number < property.range.least || number > property.range.most)
        throw Invalid{Path(path, "value").pointer(),
                      fmt::format("must be within its range, {} to {}, not {}", property.range.least,
                                  property.range.most, number)};
}

/// Returns what expressions of properties know, and why they do not know local values.
std::vector<ExpressionName> names_for_properties(const Effect& effect) {
    std::vector<ExpressionName> names{{pi_name}};
    for (const Property& property : effect.properties) names.push_back({property.name});
    for (const auto& [name, text] : effect.lets)
        if (std::ranges::find(names, name, &ExpressionName::name) == names.end())
            names.push_back({name, ExpressionType::number,
                             "a property is computed from other properties, and not from a let"});
    return names;
}

void compute(Property& property, const Effect& effect, const Path& path) {
    const Expression expression =
        parse_expression(property.value.expression, names_for_properties(effect), path);
    if (expression.type != ExpressionType::number)
        throw Invalid{path.pointer(), fmt::format("must be a number, not {}", text_of(expression.type))};
    const auto value_of = [&](std::string_view name) -> std::optional<glm::vec4> {
        if (name == pi_name) return glm::vec4(std::numbers::pi_v<float>);
        return glm::vec4(std::ranges::find(effect.properties, name, &Property::name)->value.number);
    };
    property.value.number = expression.evaluate(value_of)->x;
    if (!std::isfinite(property.value.number))
        throw Invalid{path.pointer(), fmt::format("must be a finite number, not {}", property.value.number)};
}

}  // namespace

void compute_properties(Effect& effect, const Path& path) {
    std::vector<NamedExpression> all;
    for (std::size_t i = 0; i < effect.properties.size(); ++i) {
        const Path here(path, i);
        here.attempt_if_sound([&] { check_property(effect, i, here); });
        all.push_back({effect.properties[i].name, effect.properties[i].value.expression});
    }
    const auto in_value = [&](std::size_t i, const auto& work) {
        const Path here(path, i), value(here, "value");
        return here.is_sound() && value.attempt([&] { work(value); });
    };
    read_in_order(
        all,
        [&](std::size_t i) {
            Property& property = effect.properties[i];
            if (!property.value.is_computed()) return Path(path, i).is_sound();
            return in_value(i, [&](const Path& value) { compute(property, effect, value); });
        },
        [&](std::size_t i, const std::string& message) {
            in_value(i, [&](const Path& value) { throw Invalid{value.pointer(), message}; });
        });
}

std::size_t settable_property(const Effect& effect, const std::string& name) {
    const auto found = std::ranges::find(effect.properties, name, &Property::name);
    if (found == effect.properties.end()) {
        std::vector<std::string_view> names;
        for (const Property& property : effect.properties) names.push_back(property.name);
        const std::string hint = did_you_mean(name, names);
        bad_input("{}: the effect {} has no such property{}", excerpt(name), effect.name,
                  !hint.empty()   ? hint
                  : names.empty() ? "; it has none"
                                  : "; it has " + join_or(names));
    }
    if (found->value.is_computed())
        bad_input("{}: it is computed, as {}; set what this depends on", name, found->value.expression);
    return static_cast<std::size_t>(found - effect.properties.begin());
}

void set_property(Effect& effect, const std::string& name, float value) {
    Property& property = effect.properties[settable_property(effect, name)];
    const auto [least, most] = property.range;
    if (!(value >= least && value <= most))
        bad_input("{}: must be {} to {}, not {}", name, least, most, value);
    property.value = value;
    try {
        compute_properties(effect, Path());
    } catch (const Invalid& invalid) {
        bad_input("{}: {}: {}", name, invalid.pointer, invalid.message);
    }
}

}  // namespace winnow::effects
