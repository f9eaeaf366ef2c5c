#include <gtest/gtest.h>

#include <string>

#include "particles/module_cases.h"

namespace winnow::particles {
namespace {

/// Values of an attribute and an expression of the colour that shows it.
struct Shown {
    std::string suffix;  // of the modules' names
    effects::Constant value;
    std::string colour;
    glm::vec4 expected;
};

const Shown all_shown[] = {{"", constant(0.25f), "vec4(heat)", glm::vec4(0.25f)},
                           {"-vector", constant(glm::vec3(1, 2, 3)), "vec4(heat, 0)", {1, 2, 3, 0}},
                           {"-colour", constant(glm::vec4(4, 3, 2, 0.5f)), "heat", {4, 3, 2, 0.5f}}};

ModuleUse named(const std::string& module, const std::string& key, const effects::Constant& value) {
    return {module, {{key, constant("heat")}, {"value", value}}};
}

void declared(const Shown& shown) {
    const ModuleUse colour{"colour", {}, {{"colour", shown.colour}}};
    const ModuleUse attribute = named("attribute" + shown.suffix, "name", shown.value);
    const ModuleSteps steps{.steps = 3, .are_born = true};
    const auto particles = run_modules({attribute, colour}, steps, {at({1, 2, 3}), at({4, 5, 6})});
    for (const ModuleParticle& p : particles) EXPECT_EQ(p.look.colour, shown.expected) << "it is kept";
    EXPECT_EQ(particles[0].position, glm::vec3(1, 2, 3)) << "nothing else changes";
}

void is_set(const Shown& shown) {
    const ModuleUse colour{"colour", {}, {{"colour", shown.colour}}};
    const ModuleUse attribute{"attribute" + shown.suffix, {{"name", constant("heat")}}};
    const ModuleUse set = named("set" + shown.suffix, "attribute", shown.value);
    const ModuleSteps born{.are_born = true}, moved{.steps = 1, .are_born = true};
    EXPECT_NE(run_modules({attribute, set, colour}, born, {at({})})[0].look.colour, shown.expected)
        << "a birth is no step";
    EXPECT_EQ(run_modules({attribute, set, colour}, moved, {at({})})[0].look.colour, shown.expected);
    const ModuleUse twice{"set" + shown.suffix, {{"attribute", constant("heat")}}, {{"value", "heat * 2"}}};
    EXPECT_EQ(run_modules({attribute, set, twice, colour}, moved, {at({})})[0].look.colour,
              shown.expected * 2.0f)
        << "the value of the module before it is read";
}

void strands() {
    const ModuleUse three{"strands", {{"count", constant(3u)}}};
    const ModuleUse colour{"colour", {}, {{"colour", "vec4(strand, ribbon, 0, 0)"}}};
    const auto births = run_modules({three, colour}, {.are_born = true}, std::vector<ModuleParticle>(7));
    for (std::size_t i = 0; i < births.size(); ++i) {
        const auto strand = static_cast<float>(i % 3);
        EXPECT_EQ(births[i].look.colour, glm::vec4(strand, strand, 0, 0)) << i;
    }
}

}  // namespace

std::vector<ModuleCase> attribute_cases() {
    std::vector<ModuleCase> all{{"strands", strands}};
    for (const Shown& shown : all_shown) {
        all.push_back({"attribute" + shown.suffix, [shown] { declared(shown); }});
        all.push_back({"set" + shown.suffix, [shown] { is_set(shown); }});
    }
    return all;
}

}  // namespace winnow::particles
