// Makes stacks with a random value of every kind in every parameter of every built-in module.
#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "effects/compile/stack.h"
#include "effects/model/parameter_value.h"
#include "effects/modules/module.h"

namespace winnow::effects {

class RandomStack {
  public:
    explicit RandomStack(std::uint32_t seed) : engine_(seed) {}

    /// Returns uses of one to six built-in modules that have no attributes.
    std::vector<ModuleUse> operator()() {
        std::vector<ModuleUse> stack;
        for (const std::string& name : built_in_modules()) {
            const Module module = built_in_module(name);
            if (!module.attributes.empty()) continue;
            ModuleUse use{name, pick(2) != 0};
            for (const Parameter& parameter : module.parameters)
                if (pick(4) != 0) use.values[parameter.name] = read_value(value(parameter), parameter, {});
            stack.push_back(use);
        }
        std::shuffle(stack.begin(), stack.end(), engine_);
        stack.resize(1 + pick(6));
        const auto draws_solids = [](const ModuleUse& use) {
            return use.module == "sphere" || use.module == "mesh";
        };
        if (std::ranges::any_of(stack, draws_solids))  // they would collide with themselves
            std::erase_if(stack, [](const ModuleUse& use) { return use.module == "collide-depth"; });
        return stack;
    }

  private:
    using Json = nlohmann::json;

    std::uint32_t pick(std::uint32_t below) { return static_cast<std::uint32_t>(engine_()) % below; }
    float between(const Interval& range) {
        return std::uniform_real_distribution<float>(static_cast<float>(range.least),
                                                     static_cast<float>(range.most))(engine_);
    }

    Json constant(const Parameter& parameter) {
        const Interval range = parameter.type == Type::direction ? any_number : parameter.range;
        switch (parameter.type) {
            case Type::boolean:
                return pick(2) != 0;
            case Type::integer:
                return static_cast<std::uint32_t>(between(range));
            case Type::number:
                return between(range);
            case Type::vector:
            case Type::direction:
                return {between(range), between(range), between(range)};
            case Type::colour:
                return {between(range), between(range), between(range), between(share)};
            case Type::choice:
                return parameter.choices[pick(static_cast<std::uint32_t>(parameter.choices.size()))].name;
            case Type::file:
                return "";  // any other file would have to be there
            case Type::attribute:
                return "";  // another might not be declared
            case Type::spline:
                break;
        }
        Json points = Json::array();
        for (std::uint32_t i = 0, count = 2 + pick(5); i < count; ++i)
            points.push_back({between(range), between(range), between(range)});
        return pick(2) != 0 ? points : Json{{"points", points}, {"closed", pick(2) != 0}};
    }

    Json graded(const char* key, const Parameter& parameter) {
        Json points = Json::array();
        for (std::uint32_t i = 0, count = 1 + pick(5); i < count; ++i)
            points.push_back({i * 0.5, constant(parameter)});
        Json object = {{key, points}};
        if (pick(2) != 0) object["by"] = "length(position) / (1 + age)";
        return object;
    }

    Json formula(Type type) {
        if (type == Type::boolean) return "age > 1 && life < 0.5";
        if (type == Type::colour) return "vec4(random, 1, life, 0.5)";
        return is_graded(type) ? "position * 2 + velocity" : "pick > 0 ? sin(time) : far * drawn";
    }

    Json value(const Parameter& parameter) {
        const Type type = parameter.type;
        if (is_constant(parameter)) return constant(parameter);
        switch (pick(4)) {
            case 0:
                return formula(type);
            case 1:
                if (type != Type::boolean) return {{"random", {constant(parameter), constant(parameter)}}};
                break;
            case 2:
                if (type == Type::number) return graded("curve", parameter);
                if (is_graded(type)) return graded("gradient", parameter);
                break;
        }
        return constant(parameter);
    }

    std::mt19937 engine_;
};

/// Returns an effect of format 2 with such a stack, a property and an object.
inline Effect random_stack_effect(std::uint32_t seed) {
    Effect effect;
    effect.format = format_version;
    effect.properties = {{"pick", 1, {0, 1}, "Chooses."}};
    effect.lets = {{"drawn", "random * pick"}};
    effect.emitters[0].lets = {{"far", "speed + drawn"}};
    effect.scenery.objects = {SceneObject{}};  // which some modules need
    effect.emitters[0].modules = RandomStack(seed)();
    return effect;
}

}  // namespace winnow::effects
