#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
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

// --- orientations -----------------------------------------------------------------------------------------

constexpr float seconds_of_step = 1.0f / 60;

/// Returns the turn that a particle keeps, the only attribute of its stack.
glm::dquat turn_of(const ModuleParticle& p) {
    const glm::dvec3 held(std::bit_cast<float>(p.attributes.x), std::bit_cast<float>(p.attributes.y),
                          std::bit_cast<float>(p.attributes.z));
    const double square = glm::dot(held, held);
    EXPECT_LE(square, 1.0001) << "the shorter way";
    return glm::dquat((1 - square) / (1 + square), held * (2 / (1 + square)));
}

void expect_near(const glm::dquat& a, const glm::dquat& b, double most, const char* what) {
    EXPECT_GT(std::abs(glm::dot(a, b)), std::cos(most / 2)) << what;
}

ModuleUse oriented(glm::vec3 axis, float degrees) {
    return {"orient", {{"axis", constant(axis)}, {"angle", constant(degrees)}}};
}

void orient() {
    for (const float degrees : {0.0f, 30.0f, 170.0f, 190.0f, -300.0f}) {
        const glm::dvec3 axis = glm::normalize(glm::dvec3(1, 2, -0.5));
        const glm::dquat turn = turn_of(born_by({oriented(glm::vec3(axis), degrees)}, 1)[0]);
        expect_near(turn, glm::angleAxis(glm::radians(double{degrees}), axis), 1e-5, "the turn");
    }
}

/// A computation in doubles, a step at a time, to which the GPU's must be equal but for rounding.
void tumble() {
    const glm::vec3 spin(200, -310, 90);
    const ModuleUse tumbling{"tumble", {{"spin", constant(spin)}, {"speed", constant(0.0f)}}};
    const ModuleUse begin = oriented({0, 0.6f, 0.8f}, 100);
    constexpr std::uint32_t steps = 600;
    const auto after = [&](std::uint32_t count, const ModuleUse& use, glm::vec3 velocity = glm::vec3(0)) {
        return turn_of(run_modules({begin, use}, {.steps = count, .are_born = true}, {at({}, velocity)})[0]);
    };
    const glm::dquat of_step =
        glm::angleAxis(glm::radians(glm::length(glm::dvec3(spin))) * double{seconds_of_step},
                       glm::normalize(glm::dvec3(spin)));
    glm::dquat turn = after(0, tumbling);
    for (std::uint32_t k = 0; k < steps; ++k) turn = of_step * turn;
    expect_near(after(steps, tumbling), turn, 2e-3, "ten seconds, more than ten turns");
    const ModuleUse by_speed{"tumble", {{"spin", constant(spin)}, {"speed", constant(2.0f)}}};
    expect_near(after(30, by_speed), after(0, by_speed), 1e-6, "at rest it does not turn");
    expect_near(after(30, by_speed, {0, 0, 1}), after(15, tumbling), 1e-4, "at half the speed, half as fast");
    expect_near(after(30, by_speed, {0, 0, 9}), after(30, tumbling), 1e-4, "no faster than that");
}

void rest() {
    const ModuleUse plane{"collide-plane", {{"height", constant(0.0f)}, {"hit", constant(1u)}}};
    const auto up_after = [&](const ModuleUse& begin, std::uint32_t steps, const ModuleUse& use,
                              float height) {
        const ModuleParticle p =
            run_modules({begin, plane, use}, {.steps = steps, .are_born = true, .acceleration = {0, -3, 0}},
                        {at({0, height, 0})})[0];
        return turn_of(p) * glm::dvec3(0, 1, 0);
    };
    const ModuleUse resting{"rest", {{"time", constant(0.5f)}}};
    const ModuleUse leaning = oriented({1, 0, 0}, 60), upside_down = oriented({1, 0, 0}, 150);
    const auto lean = [](glm::dvec3 up) { return glm::degrees(std::acos(glm::clamp(up.y, -1.0, 1.0))); };
    EXPECT_NEAR(lean(up_after(leaning, 10, resting, 0)), 60 - 10 * 90 * seconds_of_step / 0.5f, 0.1)
        << "a quarter of a turn takes the time";
    EXPECT_LT(lean(up_after(leaning, 30, resting, 0)), 0.01) << "it lies flat";
    EXPECT_LT(lean(-up_after(upside_down, 30, resting, 0)), 0.01) << "or on its back";
    const ModuleUse one_side{"rest", {{"time", constant(0.0f)}, {"either", constant(false)}}};
    EXPECT_LT(lean(up_after(upside_down, 1, one_side, 0)), 0.01) << "at once, on its front";
    EXPECT_LT(lean(up_after(oriented({1, 0, 0}, 180), 1, one_side, 0)), 0.01) << "from the opposite";
    EXPECT_NEAR(lean(up_after(leaning, 10, resting, 50)), 60, 0.01) << "what falls is not turned";
    const ModuleUse slow{"rest", {{"time", constant(0.0f)}, {"speed", constant(1.0f)}}};
    EXPECT_LT(lean(up_after(leaning, 2, slow, 50)), 0.01) << "what is slow is";
    const ModuleUse wall{
        "collide-wall",
        {{"point", constant(glm::vec3(0))}, {"normal", constant(glm::vec3(1, 0, 0))}, {"hit", constant(1u)}}};
    const ModuleParticle beside =
        run_modules({leaning, wall, resting}, {.steps = 70, .are_born = true, .acceleration = {-3, 0, 0}},
                    {at({0.001f, 1, 0})})[0];
    EXPECT_GT(std::abs((turn_of(beside) * glm::dvec3(0, 1, 0)).x), 0.9999) << "along the surface's normal";
}

}  // namespace

std::vector<ModuleCase> attribute_cases() {
    std::vector<ModuleCase> all{{"strands", strands}, {"orient", orient}, {"tumble", tumble}, {"rest", rest}};
    for (const Shown& shown : all_shown) {
        all.push_back({"attribute" + shown.suffix, [shown] { declared(shown); }});
        all.push_back({"set" + shown.suffix, [shown] { is_set(shown); }});
    }
    return all;
}

}  // namespace winnow::particles
