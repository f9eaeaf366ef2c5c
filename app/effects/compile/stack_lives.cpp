#include "effects/compile/stack_lives.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "effects/compile/stack_values.h"
#include "effects/model/smooth_curve.h"
#include "effects/modules/module_text.h"

namespace winnow::effects {
namespace {

/// The ends of what a value can be; of a vector, of its length.
struct Ends {
    double least = std::numeric_limits<double>::infinity(), most = -least;

    void include(double x) {
        if (!std::isfinite(x)) return;
        least = std::min(least, x);
        most = std::max(most, x);
    }
};

double size_of(const Constant& constant) {
    if (const auto* const number = std::get_if<float>(&constant.value)) return *number;
    if (const auto* const v = std::get_if<glm::vec3>(&constant.value)) return glm::length(*v);
    return 0;
}

/// Computes an expression for particles that differ in their random number, the moment and the place.
void include_samples(const Expression& expression, const Parameter& parameter,
                     std::span<const Property> properties, Ends& ends) {
    constexpr float shares[] = {0, 0.5f, 1}, moments[] = {0, 1, 10, 60}, places[] = {0, 5};
    for (const float share : shares)
        for (const float moment : moments)
            for (const float place : places) {
                const auto value =
                    expression.evaluate([&](std::string_view name) -> std::optional<glm::vec4> {
                        if (name == "random" || name.starts_with(shared_random)) return glm::vec4(share);
                        if (name == "time" || name == "age") return glm::vec4(moment);
                        if (name == "position") return glm::vec4(place, 0, 0, 0);
                        const auto property = std::ranges::find(properties, name, &Property::name);
                        return glm::vec4(property != properties.end() ? property->value.number : 1);
                    });
                const double size = parameter.type == Type::vector && expression.type == ExpressionType::vec3
                                        ? glm::length(glm::vec3(*value))
                                        : value->x;
                ends.include(std::clamp(size, parameter.range.least, parameter.range.most));
            }
}

Ends ends_of(const StackValue& value, const Parameter& parameter, std::span<const Property> properties) {
    Ends ends;
    if (const auto* const constant = std::get_if<Constant>(&value.value)) ends.include(size_of(*constant));
    if (const auto* const random = std::get_if<Random>(&value.value)) {
        ends.include(size_of(random->least));
        ends.include(size_of(random->most));
    }
    if (const auto* const curve = std::get_if<Curve>(&value.value))
        for (const glm::vec2& point : line_of(*curve, parameter.range)) ends.include(point.y);
    if (const auto* const gradient = std::get_if<Gradient>(&value.value))
        for (const auto& stop : line_of(*gradient)) ends.include(glm::length(glm::vec3(stop.second)));
    if (std::holds_alternative<Formula>(value.value))
        include_samples(*value.expression, parameter, properties, ends);
    return ends.least <= ends.most ? ends : Ends{0, 0};
}

/// The engine's functions that react to surfaces begin so.
bool may_collide(const std::shared_ptr<const Module>& module) {
    return std::ranges::any_of(body_of(module)->calls, [](const std::string& call) {
        return call.starts_with("collide") || call.starts_with("bounced");
    });
}

/// Returns what a module's parameter is for all particles at all times, in all components if it is a number;
/// nothing if it differs among them.
std::optional<glm::vec3> constant_value(const StackModule& module, std::string_view parameter,
                                        std::span<const Property> properties) {
    const std::vector<Parameter>& parameters = module.module->parameters;
    const auto at = std::ranges::find(parameters, parameter, &Parameter::name) - parameters.begin();
    const StackValue& value = module.values[static_cast<std::size_t>(at)];
    if (const auto* const constant = std::get_if<Constant>(&value.value))
        return glm::vec3(seen(*constant, parameters[static_cast<std::size_t>(at)]));
    if (!std::holds_alternative<Formula>(value.value)) return std::nullopt;
    const auto result = value.expression->evaluate([&](std::string_view name) -> std::optional<glm::vec4> {
        const auto property = std::ranges::find(properties, name, &Property::name);
        if (property == properties.end()) return std::nullopt;
        return glm::vec4(property->value.number);
    });
    return result ? std::optional(glm::vec3(*result)) : std::nullopt;
}

}  // namespace

ConstantForces constant_forces(const Stack& stack, std::span<const Property> properties) {
    ConstantForces forces;
    for (const StackModule& one : stack.modules) {
        if (one.is_local) continue;
        if (one.module->name == "gravity")
            forces.acceleration += constant_value(one, "acceleration", properties).value_or(glm::vec3(0));
        if (one.module->name == "drag")
            forces.drag += constant_value(one, "rate", properties).value_or(glm::vec3(0)).x;
        if (one.module->name != "wind") continue;
        const auto velocity = constant_value(one, "velocity", properties);
        const auto rate = constant_value(one, "rate", properties);
        if (!velocity || !rate) continue;
        forces.acceleration += *velocity * rate->x;
        forces.drag += rate->x;
    }
    return forces;
}

Lives lives_of(const Emitter& emitter, const Stack& stack, std::span<const Property> properties) {
    Lives lives{emitter.lifetime.most};
    double ageing = 1, acceleration = 0;  // seconds of age in a second; m/s2
    for (const StackModule& one : stack.modules) {
        const Module& module = *one.module;
        lives.collide = lives.collide || (module.stage == Stage::react && may_collide(one.module));
        for (std::size_t i = 0; i < module.parameters.size(); ++i) {
            const Parameter& parameter = module.parameters[i];
            const Ends ends = ends_of(one.values[i], parameter, properties);
            if (module.name == "lifespan") lives.seconds = std::max(0.0, ends.most);
            if (module.name == "ageing") ageing += ends.least;
            if (module.name == "gravity") acceleration += ends.most;
            if (module.stage == Stage::spawn && parameter.unit == "m/s")
                lives.speed += std::max(std::abs(ends.least), std::abs(ends.most));
        }
    }
    lives.seconds =
        ageing > 0 ? lives.seconds / std::min(1.0, ageing) : std::numeric_limits<double>::infinity();
    lives.speed += acceleration * std::min<double>(lives.seconds, 1e6) / 2;  // the mean of a fall
    return lives;
}

}  // namespace winnow::effects
