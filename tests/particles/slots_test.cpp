// The slots of emitters while their list changes, and what happens to the particles.
#include "particles/slots.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "particles/simulation_fixture.h"

namespace winnow::particles {
namespace {

using SlotList = std::vector<std::uint32_t>;

effects::Effect named(const std::vector<std::string>& names) {
    effects::Effect effect;
    effect.emitters.clear();
    for (const std::string& name : names) {
        effect.emitters.emplace_back();
        effect.emitters.back().name = name;
    }
    return effect;
}

Slots numbered(const std::vector<std::string>& names) {
    Slots slots;
    slots.number(named(names));
    return slots;
}

TEST(Slots, AreThePlacesAtFirst) {
    const Slots slots = numbered({"a", "b", "c"});
    EXPECT_EQ(slots.of_emitters(), (SlotList{0, 1, 2}));
    EXPECT_EQ(slots.fresh(), (SlotList{0, 1, 2}));
}

TEST(Slots, StayWhenTheListIsReordered) {
    Slots slots = numbered({"a", "b", "c"});
    slots.follow(named({"c", "a", "b"}));
    EXPECT_EQ(slots.of_emitters(), (SlotList{2, 0, 1}));
    EXPECT_TRUE(slots.fresh().empty());
}

TEST(Slots, StayWhenAnEmitterIsAddedInFront) {
    Slots slots = numbered({"a", "b"});
    slots.follow(named({"new", "a", "b"}));
    EXPECT_EQ(slots.of_emitters(), (SlotList{2, 0, 1}));
    EXPECT_EQ(slots.fresh(), (SlotList{2}));
}

TEST(Slots, OfARemovedEmitterAreGoneUntilAStepIsMade) {
    Slots slots = numbered({"a", "b"});
    slots.follow(named({"b"}));
    EXPECT_EQ(slots.of_emitters(), (SlotList{1}));
    EXPECT_TRUE(slots.is_gone(0));
    slots.follow(named({"b", "c"}));
    EXPECT_EQ(slots.of_emitters(), (SlotList{1, 2})) << "particles of slot 0 may still live";
    slots.step_made();
    slots.follow(named({"b", "c", "d"}));
    EXPECT_EQ(slots.of_emitters(), (SlotList{1, 2, 0}));
    EXPECT_EQ(slots.count(), 3u);
}

TEST(Slots, AreFewAgainAfterARestart) {
    Slots slots = numbered({"a"});
    slots.follow(named({"a", "b", "c", "d"}));
    slots.number(named({"a"}));
    slots.follow(named({"a", "e"}));
    EXPECT_EQ(slots.of_emitters(), (SlotList{0, 1}));
    EXPECT_EQ(slots.count(), 2u);
}

TEST(Slots, StayWithARenamedEmitter) {
    Slots slots = numbered({"a", "b"});
    slots.follow(named({"a", "other"}));
    EXPECT_EQ(slots.of_emitters(), (SlotList{0, 1}));
    EXPECT_TRUE(slots.fresh().empty());
}

TEST(Slots, TellEmittersOfOneNameApartByTheirOrder) {
    Slots slots = numbered({"a", "a", "b"});
    slots.follow(named({"b", "a", "a"}));
    EXPECT_EQ(slots.of_emitters(), (SlotList{2, 0, 1}));
}

class EmittersTest : public SimulationTest {
  protected:
    /// Two emitters that differ in gravity; their particles live for long.
    static effects::Effect two() {
        effects::Effect effect = named({"rises", "falls"});
        for (effects::Emitter& emitter : effect.emitters) {
            emitter.modules = test::jet().modules;
            emitter.rate = 600;
            emitter.lifetime = {10, 10};
        }
        test::values_of(effect.emitters[0], "gravity")["acceleration"] = glm::vec3(0, 5, 0);
        effect.plane.enabled = false;
        return effect;
    }

    static std::size_t alive_of(const std::vector<Particle>& living, std::uint32_t slot) {
        return static_cast<std::size_t>(std::ranges::count(living, slot, &Particle::emitter));
    }

    /// Returns the hash after 20 steps more.
    static std::uint64_t hash_after(Simulation& simulation) { return run(simulation, 20).back().hash; }
};

TEST_F(EmittersTest, ReorderingThemChangesNothing) {
    effects::Effect effect = two();
    Simulation &plain = make(effect, 4096), &edited = make(effect, 4096);
    run(plain, 20);
    run(edited, 20);
    std::swap(effect.emitters[0], effect.emitters[1]);
    set_effect(edited, effect);
    EXPECT_EQ(hash_after(edited), hash_after(plain));
}

TEST_F(EmittersTest, AnEmitterInFrontLeavesTheLivingWhatTheyAre) {
    effects::Effect effect = two();
    Simulation& simulation = make(effect, 4096);
    run(simulation, 20);
    effects::Emitter added = effect.emitters[1];
    added.name = "added";
    effect.emitters.insert(effect.emitters.begin(), added);
    set_effect(simulation, effect);
    run(simulation, 10);
    const auto living = simulation.read_living();
    EXPECT_EQ(alive_of(living, 0), 300u);
    EXPECT_EQ(alive_of(living, 1), 300u);
    EXPECT_EQ(alive_of(living, 2), 100u);
}

TEST_F(EmittersTest, TheParticlesOfARemovedEmitterDieAndNoOthers) {
    effects::Effect effect = two();
    Simulation& simulation = make(effect, 4096);
    run(simulation, 20);
    effect.emitters.erase(effect.emitters.begin());
    set_effect(simulation, effect);
    const StepFigures figures = run(simulation, 1).back();
    EXPECT_EQ(figures.died, 200u);
    const auto living = simulation.read_living();
    EXPECT_EQ(alive_of(living, 0), 0u);
    EXPECT_EQ(alive_of(living, 1), 210u);
}

TEST_F(EmittersTest, TheParticlesOfAnEmitterThatIsOffLiveOn) {
    effects::Effect effect = two();
    Simulation& simulation = make(effect, 4096);
    run(simulation, 20);
    effect.emitters[0].emits = false;
    set_effect(simulation, effect);
    EXPECT_EQ(run(simulation, 10).back().died, 0u);
    EXPECT_EQ(alive_of(simulation.read_living(), 0), 200u);
}

TEST_F(EmittersTest, ARestartNumbersThemAnew) {
    effects::Effect effect = two();
    Simulation& edited = make(effect, 4096);
    run(edited, 3);
    std::swap(effect.emitters[0], effect.emitters[1]);
    set_effect(edited, effect);
    edited.reset(1);
    EXPECT_EQ(hash_after(edited), hash_after(make(effect, 4096)));
}

TEST_F(EmittersTest, AnEmitterThatIsOffHasNoChildren) {
    effects::Effect effect = two();
    effect.emitters[0].children = {{.emitter = "falls", .on = effects::On::age, .age = 0.1f}};
    effect.emitters[1].rate = 0;
    Simulation& simulation = make(effect, 4096);
    run(simulation, 20);
    EXPECT_GT(alive_of(simulation.read_living(), 1), 0u);
    effect.emitters[1].emits = false;
    set_effect(simulation, effect);
    const std::size_t before = alive_of(simulation.read_living(), 1);
    run(simulation, 20);
    EXPECT_EQ(alive_of(simulation.read_living(), 1), before);
}

}  // namespace
}  // namespace winnow::particles
