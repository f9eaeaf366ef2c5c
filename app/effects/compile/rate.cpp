#include "effects/compile/rate.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/error.h"
#include "effects/compile/properties.h"
#include "effects/compile/stack_modules.h"
#include "effects/compile/stack_values.h"
#include "effects/model/smooth_curve.h"

namespace winnow::effects {
namespace {

constexpr std::string_view time_name = "time";

/// Computes an expression of a rate at a time, a float or, where that is too coarse, a double.
template <typename Real>
glm::vec4 computed(const Expression& expression, Real time, std::span<const Property> properties) {
    const auto value_of = [&](std::string_view name) -> glm::vec<4, Real> {
        if (name == time_name) return glm::vec<4, Real>(time);
        if (name == pi_name) return glm::vec<4, Real>(std::numbers::pi_v<Real>);
        return glm::vec<4, Real>(std::ranges::find(properties, name, &Property::name)->value.number);
    };
    if constexpr (std::is_same_v<Real, double>)
        return glm::vec4(expression.evaluate_long(value_of));
    else
        return *expression.evaluate([&](std::string_view name) { return std::optional(value_of(name)); });
}

/// Computes an expression at a time that is long or not.
glm::vec4 computed_at(const Expression& expression, double time, bool is_long,
                      std::span<const Property> properties) {
    return is_long ? computed(expression, time, properties)
                   : computed(expression, static_cast<float>(time), properties);
}

/// Returns what varies with the time, from 0 to `most`.
float number_at(const StackValue& value, double time, bool is_long, std::span<const Property> properties,
                double most) {
    const float number = value_at(value, time, is_long, properties).x;
    if (std::holds_alternative<Constant>(value.value)) return number;
    return number > 0 ? std::min(number, static_cast<float>(most)) : 0;
}

/// Returns the greatest of what at(time) returns: finely, and for long.
template <typename At>
double greatest_of_samples(const At& at) {
    constexpr int samples = 600;
    double most = 0;
    for (const float sampled_seconds : {60.0f, 3600.0f})
        for (int i = 0; i <= samples; ++i)
            most = std::max<double>(most, at(static_cast<float>(i) * (sampled_seconds / samples)));
    return most;
}

}  // namespace

/// A value that reads a let with a fault, or that may read one that is hidden, is left alone.
StackValue read_in_time(const Value& value, const Parameter& parameter, std::span<const Property> properties,
                        const ParsedLets& lets, const Path& path) {
    if (reads_faulty(value, lets) || (!lets.are_known && expression_text(value) != nullptr)) return {value};
    std::vector<ExpressionName> names{{time_name}, {pi_name}};
    for (const Property& property : properties) names.push_back({property.name});
    const NamesWithLets all = with_lets(
        std::move(names), lets, "but rates, bursts and transforms know time, pi and properties alone");
    return stack_value(value, parameter, all.names, path);
}

glm::vec4 value_at(const StackValue& value, double time, bool is_long, std::span<const Property> properties) {
    if (const auto* const constant = std::get_if<Constant>(&value.value)) {
        const auto* const vector = std::get_if<glm::vec3>(&constant->value);
        return vector != nullptr ? glm::vec4(*vector, 0) : glm::vec4(std::get<float>(constant->value));
    }
    const glm::vec4 computed = computed_at(*value.expression, time, is_long, properties);
    if (const auto* const curve = std::get_if<Curve>(&value.value))
        return glm::vec4(interpolated(
            line_of(*curve), computed.x, [](const glm::vec2& p) { return p.x; },
            [](const glm::vec2& p) { return p.y; }));
    if (const auto* const gradient = std::get_if<Gradient>(&value.value))
        return interpolated(
            line_of(*gradient), computed.x, [](const auto& stop) { return stop.first; },
            [](const auto& stop) { return stop.second; });
    return computed;
}

StackValue read_rate(const Rate& rate, std::span<const Property> properties, const ParsedLets& lets,
                     const Path& path) {
    return read_in_time(rate.value, rate_parameter(), properties, lets, path);
}

StackValue rate_of(const Effect& effect, std::size_t emitter, const ParsedLets& lets) {
    const Path emitters({}, "emitters"), here(emitters, emitter), path(here, rate_field.key);
    try {
        return read_rate(effect.emitters[emitter].rate, effect.properties, lets, path);
    } catch (const Invalid& invalid) {
        bad_input("{}: {}", invalid.pointer, invalid.message);
    }
}

float rate_at(const StackValue& rate, double time, bool is_long, std::span<const Property> properties) {
    return number_at(rate, time, is_long, properties, rate_field.range.most);
}

float greatest_rate(const StackValue& rate, std::span<const Property> properties) {
    if (!std::holds_alternative<Formula>(rate.value)) return greatest(rate, rate_parameter());
    if (std::ranges::find(rate.expression->names, time_name) == rate.expression->names.end())
        return rate_at(rate, 0, false, properties);
    return static_cast<float>(
        greatest_of_samples([&](float time) { return rate_at(rate, time, false, properties); }));
}

std::vector<BurstValues> read_bursts(const Emitter& emitter, std::span<const Property> properties,
                                     const ParsedLets& lets, const Path& path) {
    const Path list(path, "bursts");
    std::vector<BurstValues> bursts;
    for (std::size_t i = 0; i < emitter.bursts.size(); ++i) {
        const Burst& burst = emitter.bursts[i];
        const Path here(list, i), count(here, count_field.key), probability(here, probability_field.key);
        BurstValues& values = bursts.emplace_back();
        count.attempt_if_sound([&] {
            values.count = read_in_time(burst.count.value, count_parameter(), properties, lets, count);
        });
        probability.attempt_if_sound([&] {
            values.probability =
                read_in_time(burst.probability.value, probability_parameter(), properties, lets, probability);
        });
    }
    return bursts;
}

std::vector<BurstValues> bursts_of(const Effect& effect, std::size_t emitter, const ParsedLets& lets) {
    const Path emitters({}, "emitters"), path(emitters, emitter);
    try {
        return read_bursts(effect.emitters[emitter], effect.properties, lets, path);
    } catch (const Invalid& invalid) {
        bad_input("{}: {}", invalid.pointer, invalid.message);
    }
}

double count_at(const StackValue& count, double time, bool is_long, std::span<const Property> properties,
                double drawn) {
    const auto whole = [](const Constant& constant) {
        return static_cast<double>(std::get<std::uint32_t>(constant.value));
    };
    if (const auto* const constant = std::get_if<Constant>(&count.value)) return whole(*constant);
    if (const auto* const random = std::get_if<Random>(&count.value)) {
        const auto [least, most] = std::minmax({whole(random->least), whole(random->most)});
        return least + std::floor(drawn * (most - least + 1));
    }
    const double births = computed_at(*count.expression, time, is_long, properties).x;
    return births > 0 ? std::round(std::min(births, count_field.range.most)) : 0;
}

float probability_at(const StackValue& probability, double time, bool is_long,
                     std::span<const Property> properties) {
    return number_at(probability, time, is_long, properties, probability_field.range.most);
}

double greatest_count(const StackValue& count, std::span<const Property> properties) {
    const double almost_one = std::nextafter(1.0, 0.0);  // draws the most
    if (!std::holds_alternative<Formula>(count.value))
        return count_at(count, 0, false, properties, almost_one);
    return greatest_of_samples(
        [&](float time) { return count_at(count, time, false, properties, almost_one); });
}

}  // namespace winnow::effects
