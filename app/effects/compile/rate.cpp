#include "effects/compile/rate.h"

#include <algorithm>
#include <numbers>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/error.h"
#include "effects/compile/stack_values.h"

namespace winnow::effects {
namespace {

constexpr std::string_view time_name = "time", pi_name = "pi";

/// Computes an expression of a rate at a time, a float or, where that is too coarse, a double.
template <typename Real>
float computed(const Expression& expression, Real time, std::span<const Property> properties) {
    const auto value_of = [&](std::string_view name) -> glm::vec<4, Real> {
        if (name == time_name) return glm::vec<4, Real>(time);
        if (name == pi_name) return glm::vec<4, Real>(std::numbers::pi_v<Real>);
        return glm::vec<4, Real>(std::ranges::find(properties, name, &Property::name)->value);
    };
    if constexpr (std::is_same_v<Real, double>)
        return static_cast<float>(expression.evaluate_long(value_of).x);
    else
        return expression.evaluate([&](std::string_view name) { return std::optional(value_of(name)); })->x;
}

}  // namespace

StackValue read_rate(const Rate& rate, std::span<const Property> properties, const Path& path) {
    std::vector<ExpressionName> names{{time_name}, {pi_name}};
    for (const Property& property : properties) names.push_back({property.name});
    return stack_value(rate.value, rate_parameter(), names, path);
}

StackValue rate_of(const Effect& effect, std::size_t emitter) {
    const Path emitters({}, "emitters"), here(emitters, emitter), path(here, rate_field.key);
    try {
        return read_rate(effect.emitters[emitter].rate, effect.properties, path);
    } catch (const Invalid& invalid) {
        bad_input("{}: {}", invalid.pointer, invalid.message);
    }
}

float rate_at(const StackValue& rate, double time, bool is_long, std::span<const Property> properties) {
    if (const auto* const constant = std::get_if<Constant>(&rate.value))
        return std::get<float>(constant->value);
    float births = is_long ? computed(*rate.expression, time, properties)
                           : computed(*rate.expression, static_cast<float>(time), properties);
    if (const auto* const curve = std::get_if<Curve>(&rate.value))
        births = interpolated(
            curve->points, births, [](const glm::vec2& p) { return p.x; },
            [](const glm::vec2& p) { return p.y; });
    return births > 0 ? std::min(births, static_cast<float>(rate_field.range.most)) : 0;
}

float greatest_rate(const StackValue& rate, std::span<const Property> properties) {
    if (!std::holds_alternative<Formula>(rate.value)) return greatest(rate, rate_parameter());
    constexpr int samples = 600;
    float most = 0;
    for (const float sampled_seconds : {60.0f, 3600.0f})  // finely, and for long
        for (int i = 0; i <= samples; ++i)
            most = std::max(
                most, rate_at(rate, static_cast<float>(i) * (sampled_seconds / samples), false, properties));
    return most;
}

}  // namespace winnow::effects
