// Checks what children read of their parents, and births on time along a parent's way.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "effects/format/effect_file.h"
#include "particles/simulation_fixture.h"

namespace winnow::particles {
namespace {

constexpr float near = 1e-4f;

class ParentsTest : public SimulationTest {
  protected:
    /// One parent flies along x at 6 m/s, with the attribute `hue` of 0.25; its children are born by `link`.
    static effects::Effect flight(const std::string& link, const std::string& child_modules,
                                  const std::string& parent_modules = "") {
        return effects::parse(fmt::format(R"({{"format": 2, "floor": {{"enabled": false}}, "emitters": [
            {{"name": "parent", "rate": 0, "bursts": [{{"count": 1}}], "lifetime": 0.5,
              "children": [{{"emitter": "child", {}}}],
              "modules": [{{"module": "jet", "direction": [1, 0, 0], "spread": 0, "speed": 6}},
                          {{"module": "attribute", "name": "hue", "value": 0.25}}{}]}},
            {{"name": "child", "rate": 0, "lifetime": 20, "modules": [{}]}}]}})",
                                          link, parent_modules, child_modules),
                              "test");
    }

    static std::vector<Particle> children(Simulation& simulation) {
        std::vector<Particle> all = simulation.read_living();
        std::erase_if(all, [](const Particle& p) { return p.emitter != 1; });
        return all;
    }

    /// Returns the children of a parent that dies after half a second, each with a velocity that `value`
    /// computes.
    std::vector<Particle> with_velocity(const std::string& value, const std::string& parent_modules = "") {
        auto& simulation = make(
            flight(R"("count": 3)", fmt::format(R"({{"module": "jet", "spread": 0, "speed": "{}"}})", value),
                   parent_modules),
            64);
        run(simulation, 40);
        return children(simulation);
    }

    void expect_speed(const std::string& value, float speed, const std::string& parent_modules = "") {
        const std::vector<Particle> born = with_velocity(value, parent_modules);
        ASSERT_EQ(born.size(), 3u) << value;
        for (const Particle& p : born) EXPECT_NEAR(p.velocity[1], speed, near) << value;
    }
};

TEST_F(ParentsTest, ABirthReadsTheParent) {
    expect_speed("parent.hue", 0.25f);
    expect_speed("parent.speed", 6);
    expect_speed("parent.velocity.x + 2 * parent.hue", 6.5f);
    expect_speed("parent.lifetime", 0.5f);
    expect_speed("parent.position.x > 2.9 && parent.position.x < 3.2 ? 1 : 2", 1);
    expect_speed("parent.life > 0.96 && parent.life <= 1.001 ? 1 : 2", 1);
}

TEST_F(ParentsTest, ABirthReadsTheParentsLook) {
    const char* plain =
        R"(, {"module": "size", "diameter": "4 * hue"}, {"module": "colour", "colour": [3, 2, 5, 1]})";
    expect_speed("parent.size", 1, plain);
    expect_speed("parent.colour.b", 5, plain);
    expect_speed("parent.size > 0.25 && parent.size < 0.3 ? 1 : 2", 1,
                 R"(, {"module": "size", "diameter": {"curve": [[0, 1], [1, 0.25]]}})");
}

TEST_F(ParentsTest, SiblingsShareTheParentsRandomNumber) {
    const std::vector<Particle> born = with_velocity("parent.random");
    ASSERT_EQ(born.size(), 3u);
    EXPECT_GT(born[0].velocity[1], 0);
    EXPECT_LT(born[0].velocity[1], 1);
    for (const Particle& p : born) EXPECT_EQ(p.velocity[1], born[0].velocity[1]);
}

TEST_F(ParentsTest, LaterStagesReadWhatWasKept) {
    auto& simulation = make(
        flight(R"("count": 1)", R"x({"module": "gravity", "acceleration": "vec3(0, parent.hue, 0)"})x"), 64);
    run(simulation, 31);
    const float before = children(simulation).at(0).velocity[1];
    run(simulation, 60);  // the parent is long dead
    EXPECT_NEAR(children(simulation).at(0).velocity[1] - before, 0.25f, near);
}

TEST_F(ParentsTest, WhatOnlyBirthsReadTakesNoMemory) {
    const auto words = [](const std::string& modules) {
        const auto program = effects::program_of(flight(R"("count": 1)", modules));
        return program.stacks[1].attributes.size();
    };
    EXPECT_EQ(words(R"({"module": "jet", "speed": "parent.hue"})"), 0u);
    EXPECT_EQ(words(R"x({"module": "gravity", "acceleration": "vec3(0, parent.hue, parent.hue)"})x"), 1u);
}

TEST_F(ParentsTest, BirthsOnTimeLieEvenlyOnTheWay) {
    constexpr float every = 0.005f;  // more than three in a step
    auto& simulation = make(flight(fmt::format(R"("on": "time", "every": {})", every), ""), 256);
    run(simulation, 20);
    std::vector<float> places;
    for (const Particle& p : children(simulation)) places.push_back(p.position[0]);
    std::ranges::sort(places);
    const float age = (static_cast<float>(simulation.read_living().size()) - 1) * every;
    EXPECT_NEAR(age, 19 * step_seconds, 2 * every);
    ASSERT_GT(places.size(), 50u);
    for (std::size_t i = 1; i < places.size(); ++i)
        EXPECT_NEAR(places[i] - places[i - 1], 6 * every, near) << i;
}

TEST_F(ParentsTest, BirthsOnTimeDoNotDependOnTheLengthOfAStep) {
    std::vector<std::size_t> counts;
    for (const std::uint32_t rate : {60u, 240u}) {
        effects::Effect effect = flight(R"("on": "time", "every": 0.01, "count": 2)", "");
        effect.steps_per_second = rate;
        auto& simulation = make(effect, 512);
        run(simulation, static_cast<int>(rate));
        counts.push_back(children(simulation).size());
    }
    EXPECT_EQ(counts[0], 100u);
    EXPECT_EQ(counts[1], 100u);
}

/// Returns the message with which the effect is refused.
std::string refusal(const std::string& text) {
    try {
        effects::compile(effects::parse(text, "test"));
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(Parents, AreReadOnlyWhereAllParticlesHaveOne) {
    const auto effect = [](const std::string& child, const std::string& links, const std::string& value) {
        return fmt::format(R"({{"format": 2, "emitters": [
            {{"name": "a", "rate": 1, "children": [{}], "modules": [{{"module": "attribute", "name": "hue"}}]}},
            {{"name": "b", "rate": 1, "children": [{{"emitter": "c"}}]}},
            {{"name": "c", {}, "modules": [{{"module": "jet", "speed": "{}"}}]}}]}})",
                           links, child, value);
    };
    const std::string both = R"({"emitter": "c"})";
    EXPECT_EQ(refusal(effect(R"("rate": 0)", both, "parent.age")), "");
    EXPECT_NE(refusal(effect(R"("rate": 1)", both, "parent.age")).find("births of its own"),
              std::string::npos);
    EXPECT_NE(refusal(effect(R"("rate": 0, "bursts": [{}])", both, "parent.age")).find("births of its own"),
              std::string::npos);
    EXPECT_NE(
        refusal(effect(R"("rate": 0)", both, "1 + parent.hue"))
            .find(
                "/emitters/2/modules/0/speed: column 5: the emitter \"b\", a parent of these particles, has "
                "no attribute hue"),
        std::string::npos);
    EXPECT_NE(refusal(effect(R"("rate": 0)", both, "parent.speeed")).find("did you mean parent.speed?"),
              std::string::npos);
    EXPECT_NE(refusal(effect(R"("rate": 0)", both, "parent")).find("such as parent.position"),
              std::string::npos);
    EXPECT_NE(
        refusal(R"({"format": 2, "emitters": [{"modules": [{"module": "jet", "speed": "parent.age"}]}]})")
            .find("no emitter names theirs in its children"),
        std::string::npos);
}

TEST(Camera, IsKnownInDrawingAlone) {
    const auto effect = [](const std::string& module) {
        return R"({"format": 2, "emitters": [{"modules": [)" + module + "]}]}";
    };
    EXPECT_EQ(refusal(effect(R"({"module": "size", "diameter": "camera.distance / camera.pixels"})")), "");
    EXPECT_EQ(refusal(effect(R"x({"module": "mesh", "axis": "camera.right + camera.up - camera.forward",
                                  "angle": "length(camera.position)"})x")),
              "");
    for (const char* const module : {R"({"module": "jet", "speed": "camera.distance"})",
                                     R"({"module": "drag", "rate": "camera.pixels"})",
                                     R"({"module": "kill", "when": "camera.distance < 1"})"})
        EXPECT_NE(refusal(effect(module)).find("only the stage look knows the camera"), std::string::npos)
            << module << ": " << refusal(effect(module));
    EXPECT_NE(refusal(effect(R"({"module": "size", "diameter": "camera"})")).find("such as camera.position"),
              std::string::npos);
}

TEST(Camera, IsInNoLookThatChildrenRead) {
    const auto effect = [](const std::string& module, const std::string& value) {
        return fmt::format(R"({{"format": 2, "emitters": [
            {{"name": "a", "rate": 1, "children": [{{"emitter": "b"}}], "modules": [{{"module": "size"}}, {}]}},
            {{"name": "b", "rate": 0, "modules": [{{"module": "jet", "speed": "{}"}}]}}]}})",
                           module, value);
    };
    const std::string fades = R"({"module": "fade-near"})",
                      grows = R"({"module": "size", "diameter": "camera.distance"})";
    EXPECT_EQ(refusal(effect(fades, "parent.speed")), "");
    EXPECT_EQ(refusal(effect(R"({"module": "opacity"})", "parent.size")), "");
    for (const std::string& module : {fades, grows})
        EXPECT_NE(
            refusal(effect(module, "parent.size"))
                .find("/emitters/0/modules/1: depends on the camera, but children in \"b\" read this look"),
            std::string::npos)
            << refusal(effect(module, "parent.size"));
}

TEST(FurtherLooks, HaveModulesOfTheStageLookThatDrawSprites) {
    const auto effect = [](const std::string& module) {
        return R"({"format": 2, "emitters": [{"modules": [{"module": "attribute", "name": "heat"}],
                   "looks": [{"modules": [)" +
               module + "]}]}]}";
    };
    EXPECT_EQ(refusal(effect(R"({"module": "size", "diameter": "heat * travelled"})")), "");
    EXPECT_NE(refusal(effect(R"({"module": "drag"})"))
                  .find("/emitters/0/looks/0/modules/0: drag is of the stage force"),
              std::string::npos);
    for (const char* const module : {"ribbon", "sphere", "mesh", "light"})
        EXPECT_NE(refusal(effect(fmt::format(R"({{"module": "{}"}})", module))).find("own modules only"),
                  std::string::npos)
            << module;
    EXPECT_NE(refusal(effect(R"({"module": "size", "diameter": "heatt"})")).find("did you mean heat?"),
              std::string::npos);
}

}  // namespace
}  // namespace winnow::particles
