// Runs effects whose stacks declare attributes by name and change them in each step.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "effects/format/effect_file.h"
#include "particles/simulation_fixture.h"
#include "support/many_words.h"

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

// --- more words than one plane holds ----------------------------------------------------------------------

class PlanesTest : public AttributeTest {
  protected:
    /// Returns the numbers of the attributes a0, a1, ... of `effect` in the order of their words.
    static std::vector<std::uint32_t> order_of(const effects::Effect& effect) {
        std::vector<std::uint32_t> order;
        const effects::StackProgram program = effects::program_of(effect);
        for (const effects::Attribute& attribute : program.stacks[0].attributes)
            order.push_back(static_cast<std::uint32_t>(std::stoul(attribute.name.substr(1))));
        return order;
    }

    /// Expects the values of test::with_words() for the attributes below `known`, and 0 for others.
    static void expect_words(Simulation& simulation, const effects::Effect& effect, std::uint32_t known) {
        const State state = simulation.save();
        const auto order = order_of(effect);
        ASSERT_EQ(state.columns.size(), shared::PARTICLE_COLUMNS + (order.size() + 3) / 4);
        ASSERT_GT(state.alive(), 500u);
        for (std::uint32_t i = 0; i < state.alive(); ++i) {
            const std::uint32_t age = state.columns[position_column][i].w;
            for (std::size_t w = 0; w < order.size(); ++w) {
                const shared::uvec4& plane = state.columns[attribute_column + w / 4][i];
                const std::uint32_t k = order[w], words[] = {plane.x, plane.y, plane.z, plane.w};
                const bool grows = k % test::word_uses == 0;
                const float expected = k >= known ? 0 : static_cast<float>(grows ? k + age : k);
                ASSERT_EQ(std::bit_cast<float>(words[w % 4]), expected) << "a" << k << " of particle " << i;
            }
        }
    }
};

TEST_F(PlanesTest, AreTheSameWithEveryCompactor) {
    for (const std::uint32_t words : {5u, 8u, 9u, 32u}) {
        SCOPED_TRACE(words);
        expect_same_with_every_compactor(test::with_words(words), capacity, 40);
    }
    expect_same_with_every_compactor(test::with_words(31, true), capacity, 30);  // and `travelled`
}

TEST_F(PlanesTest, HoldWhatBirthsAndStepsGaveThem) {
    const effects::Effect effect = test::with_words(32);
    for (const Compaction compaction : {Compaction::staged, Compaction::fused, Compaction::atomic}) {
        auto& simulation = make(effect, capacity);
        set_compactors(simulation, compactor(Backend::glsl, compaction),
                       compactor(Backend::glsl, compaction));
        run(simulation, 40);
        expect_words(simulation, effect, 32);
        const auto check = simulation.check_step(compaction != Compaction::atomic);
        EXPECT_TRUE(check && check->matches()) << name_of(compactions, compaction);
    }
}

TEST_F(PlanesTest, KeepTheirValuesWhenOthersComeAndGo) {
    const effects::Effect few = test::with_words(4), some = test::with_words(9), all = test::with_words(32);
    auto& simulation = make(all, capacity);
    run(simulation, 40);
    simulation.change(
        {.capacity = Change::Capacity{2 * capacity, memory_.get()}, .effect = effects::compile(some)});
    expect_words(simulation, some, 9);
    set_effect(simulation, all);
    expect_words(simulation, all, 9);
    set_effect(simulation, few);
    expect_words(simulation, few, 4);
    set_effect(simulation, all);
    expect_words(simulation, all, 4);
    set_capacity(simulation, capacity / 2, *memory_);
    expect_words(simulation, all, 4);
}

TEST_F(PlanesTest, ContinueFromASavedState) {
    const effects::Effect effect = test::with_words(32);
    auto& whole = make(effect, capacity);
    run(whole, 30);
    const State state = whole.save();
    const auto expected = hashes(run(whole, 20));
    auto& resumed = make(effect, 2 * capacity);
    resumed.restore(state);
    EXPECT_EQ(hashes(run(resumed, 20)), expected);
}

TEST_F(PlanesTest, LimitTheCapacityAndSayWhy) {
    gl::Facts device = facts();
    device.limits.storage_block_bytes = 1000 * shared::COLUMN_BYTES;
    const effects::Compiled many = effects::compile(test::with_words(32)),
                            few = effects::compile(test::with_words(4));
    EXPECT_EQ(ample_room(device, attribute_need(*few), std::nullopt).most, 1000u);
    const Room room = ample_room(device, attribute_need(*many), std::nullopt);
    EXPECT_EQ(room.most, 125u);
    EXPECT_NE(room.limit.find("STORAGE_BLOCK_SIZE of 16 KiB for the 32 attribute words of \"many\""),
              std::string::npos)
        << room.limit;
    device.limits.storage_block_bytes = std::numeric_limits<std::uint64_t>::max();
    EXPECT_EQ(ample_room(device, attribute_need(*many), std::nullopt).most, shared::MAX_CAPACITY / 8);
    EXPECT_LT(ample_room(device, attribute_need(*many), 1'000'000).most,
              ample_room(device, attribute_need(*few), 1'000'000).most);
}

}  // namespace
}  // namespace winnow::particles
