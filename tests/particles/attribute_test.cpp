// Runs effects whose stacks declare attributes by name and change them in each step.
#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <vector>

#include "effects/format/effect_file.h"
#include "particles/simulation_fixture.h"

namespace winnow::particles {
namespace {

class AttributeTest : public SimulationTest {
  protected:
    static constexpr std::uint32_t capacity = 4096;
    static constexpr int steps = 60;
    static constexpr float least = 2, most = 3, cooling = 0.5f;  // of the heat, and what it loses in a second

    /// Particles that are drawn to the place of their birth, the less the cooler they are.
    static effects::Effect cooling_effect() {
        return effects::parse(R"({"format": 2, "floor": {"enabled": false}, "emitters": [
{"name": "first", "rate": 2000, "lifetime": [0.2, 0.6], "modules": [
  {"module": "jet"},
  {"module": "attribute", "name": "heat", "value": {"random": [2, 3]}},
  {"module": "attribute-vector", "name": "home", "value": "position"},
  {"module": "gravity", "acceleration": "(home - position) * 20 * heat"},
  {"module": "set", "attribute": "heat", "value": "heat - 0.5 * seconds"},
  {"module": "size", "diameter": "heat / 10"}]},
{"name": "second", "rate": 1000, "lifetime": [0.2, 0.6], "modules": [
  {"module": "ball"}, {"module": "attribute", "name": "heat", "value": 7}]}]})",
                              "test");
    }
};

TEST_F(AttributeTest, IsSetAtBirthAndInEachStep) {
    auto& simulation = make(cooling_effect(), capacity);
    run(simulation, steps);
    const std::vector<Particle> living = simulation.read_living();
    const State state = simulation.save();
    ASSERT_EQ(living.size(), state.alive());
    float coolest = most, hottest = least;
    std::size_t unset = 0;
    for (std::size_t i = 0; i < living.size(); ++i) {
        const float heat = std::bit_cast<float>(state.columns[attribute_column][i].x);
        if (living[i].emitter == 1) {
            EXPECT_EQ(heat, 7);
            ++unset;
            continue;
        }
        const float at_birth = heat + cooling * static_cast<float>(living[i].age) / 60;
        ASSERT_GE(at_birth, least - 0.001f) << living[i].age;
        ASSERT_LE(at_birth, most + 0.001f) << living[i].age;
        coolest = std::min(coolest, at_birth);
        hottest = std::max(hottest, at_birth);
    }
    EXPECT_GT(unset, 100u);
    EXPECT_LT(coolest, 2.1f);
    EXPECT_GT(hottest, 2.9f);
}

TEST_F(AttributeTest, IsTheSameWithEveryCompactor) {
    expect_same_with_every_compactor(cooling_effect(), capacity, steps);
}

/// Particles die in the step after their birth if the number is another one then.
TEST_F(AttributeTest, ARandomNumberOfALetIsTheSameAtBirthAndInEachStep) {
    auto& simulation = make(effects::parse(R"({"format": 2, "floor": {"enabled": false}, "emitters": [
{"rate": 600, "lifetime": 10, "let": {"kind": "random"}, "modules": [
  {"module": "attribute", "name": "first", "value": "kind"}, {"module": "kill", "region": "everywhere", "when": "first != kind"}]},
{"rate": 600, "lifetime": 10, "modules": [
  {"module": "attribute", "name": "first", "value": "random"}, {"module": "kill", "region": "everywhere", "when": "first != random"}]}]})",
                                           "test"),
                            capacity);
    run(simulation, steps);
    std::size_t living[2] = {};
    for (const Particle& particle : simulation.read_living()) ++living[particle.emitter];
    EXPECT_EQ(living[0], 600u);
    EXPECT_LT(living[1], 30u) << "numbers of two modules differ";
}

TEST_F(AttributeTest, ContinuesFromASavedState) {
    auto& whole = make(cooling_effect(), capacity);
    run(whole, steps / 2);
    const State state = whole.save();
    const auto expected = hashes(run(whole, steps / 2));
    auto& resumed = make(cooling_effect(), capacity);
    resumed.restore(state);
    EXPECT_EQ(hashes(run(resumed, steps / 2)), expected);
}

TEST_F(AttributeTest, BeginsAtZeroForTheLivingIfItIsNewInTheStack) {
    effects::Effect effect = cooling_effect();
    auto& simulation = make(effect, capacity);
    run(simulation, steps);
    effect.emitters[1].modules.push_back(
        {"attribute", true, {{"name", effects::Constant("late")}, {"value", 5}}});
    set_effect(simulation, effect);
    const State state = simulation.save();
    std::size_t seen = 0;
    for (std::uint32_t i = 0; i < state.alive(); ++i) {
        if (state.columns[identity_column][i].z != 1) continue;
        EXPECT_EQ(std::bit_cast<float>(state.columns[attribute_column][i].x), 7) << "the old one stays";
        EXPECT_EQ(state.columns[attribute_column][i].y, 0u);
        ++seen;
    }
    EXPECT_GT(seen, 100u);
}

}  // namespace
}  // namespace winnow::particles
