// Checks that objects of the scenery stop the particles of a simulation, whatever computes it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "effects/format/effect_file.h"
#include "particles/simulation_fixture.h"

namespace winnow::particles {
namespace {

constexpr float slack = 1e-4f;  // metres that rounding may leave a particle below a surface

/// A box that is turned round the y axis, and a ball beside it.
constexpr glm::vec3 box_place(-1, 0.5f, 0), box_half(0.75f, 0.5f, 0.5f), ball_place(1.2f, 0.6f, 0);
constexpr float box_angle = 20, ball_radius = 0.6f;

class SceneryTest : public SimulationTest {
  protected:
    /// Snow that falls on both, and sparks that meet no object, so that codes are heavy and light.
    static effects::Effect snow() {
        return effects::parse(R"({"format": 2, "floor": {"enabled": false}, "scenery": {"objects": [
            {"shape": "box", "position": [-1, 0.5, 0], "size": [1.5, 1, 1], "axis": [0, 3, 0], "angle": 20},
            {"shape": "ball", "position": [1.2, 0.6, 0], "size": [1.2, 1.2, 1.2]}]},
            "emitters": [
              {"name": "snow", "rate": 4000, "lifetime": [1.5, 3], "position": [0, 1.8, 0], "modules": [
                {"module": "box", "size": [5, 0.1, 2]}, {"module": "gravity"}, {"module": "drag", "rate": 2},
                {"module": "collide-scenery", "bounce": 0.3, "friction": 0.5}]},
              {"name": "sparks", "rate": 4000, "lifetime": [0.2, 0.6], "modules": [
                {"module": "jet"}, {"module": "gravity"}]}]})",
                              "test");
    }

    static std::vector<glm::vec3> flakes(Simulation& simulation) {
        std::vector<glm::vec3> places;
        for (const Particle& p : simulation.read_living())
            if (p.emitter == 0) places.emplace_back(p.position[0], p.position[1], p.position[2]);
        return places;
    }

    /// Returns how far a place is outside of the box; below 0, it is inside.
    static float outside_box(glm::vec3 place) {
        const float angle = glm::radians(box_angle), c = std::cos(angle), s = std::sin(angle);
        const glm::vec3 d = place - box_place;
        const glm::vec3 past = glm::abs(glm::vec3(c * d.x - s * d.z, d.y, s * d.x + c * d.z)) - box_half;
        return std::max({past.x, past.y, past.z});
    }
    static float outside_ball(glm::vec3 place) { return glm::distance(place, ball_place) - ball_radius; }

    static bool is_on_roof(glm::vec3 place) {
        return std::abs(outside_box(place)) < 0.005f && place.y > 0.99f;
    }

    Simulation& fused(const effects::Effect& effect) {
        Simulation& simulation = make(effect, 1 << 14);
        set_compactors(simulation, compactor(Backend::glsl, Compaction::fused),
                       compactor(Backend::glsl, Compaction::fused));
        return simulation;
    }
};

TEST_F(SceneryTest, SnowSettlesOnARoof) {
    Simulation& simulation = make(snow(), 1 << 14);
    run(simulation, 150);
    std::size_t on_roof = 0;
    for (const glm::vec3 place : flakes(simulation)) {
        ASSERT_GE(outside_box(place), -slack);
        ASSERT_GE(outside_ball(place), -slack);
        on_roof += is_on_roof(place) ? 1 : 0;
    }
    EXPECT_GT(on_roof, 300u);
}

TEST_F(SceneryTest, ParticlesPassThroughWhatDoesNotCollide) {
    effects::Effect effect = snow();
    effect.scenery.objects[0].collides = false;
    Simulation& simulation = make(effect, 1 << 14);
    run(simulation, 150);
    std::size_t in_box = 0;
    for (const glm::vec3 place : flakes(simulation)) {
        in_box += outside_box(place) < -0.1f ? 1 : 0;
        ASSERT_GE(outside_ball(place), -slack);
    }
    EXPECT_GT(in_box, 50u);
}

TEST_F(SceneryTest, TheStateIsTheSameFoldedUnfoldedAndPeeled) {
    const auto expected = hashes(run(make(snow(), 1 << 14), 60));
    Simulation &folded = fused(snow()), &unfolded = fused(snow()), &peeled = fused(snow());
    set_peeling(folded, false);
    set_folding(unfolded, false);
    set_peeling(peeled, true);
    ASSERT_TRUE(peeled.peels());
    for (Simulation* one : {&folded, &unfolded, &peeled}) EXPECT_EQ(hashes(run(*one, 60)), expected);
}

TEST_F(SceneryTest, ContinuesFromASavedState) {
    Simulation& whole = make(snow(), 1 << 14);
    run(whole, 40);
    const State state = whole.save();
    const auto expected = hashes(run(whole, 40));
    Simulation& resumed = make(snow(), 1 << 14);
    resumed.restore(state);
    EXPECT_EQ(hashes(run(resumed, 40)), expected);
}

TEST_F(SceneryTest, AMovedObjectCompilesNothingAndStopsParticlesThere) {
    effects::Effect effect = snow();
    const effects::StackProgram before = effects::program_of(effect);
    Simulation& simulation = make(effect, 1 << 14);
    run(simulation, 60);
    effect.scenery.objects[0].position.y += 0.4f;
    effect.scenery.objects.push_back(effect.scenery.objects[1]);
    const effects::StackProgram after = effects::program_of(effect);
    EXPECT_EQ(before.step.path(), after.step.path());
    EXPECT_EQ(before.look.path(), after.look.path());
    EXPECT_NE(before.objects, after.objects);
    set_effect(simulation, effect);
    run(simulation, 60);
    std::size_t on_roof = 0;
    for (const glm::vec3 place : flakes(simulation)) {
        ASSERT_GE(outside_box(place - glm::vec3(0, 0.4f, 0)), -slack);
        on_roof += is_on_roof(place - glm::vec3(0, 0.4f, 0)) ? 1 : 0;
    }
    EXPECT_GT(on_roof, 100u);
}

TEST_F(SceneryTest, AnObjectOfAnotherKindStopsParticlesToo) {
    effects::Effect effect = snow();
    const effects::SceneObject ball = effect.scenery.objects[1];
    effect.scenery.objects.pop_back();
    Simulation& simulation = make(effect, 1 << 14);
    run(simulation, 1);
    effect.scenery.objects.push_back(ball);
    set_effect(simulation, effect);
    run(simulation, 80);
    std::size_t on_ball = 0;
    for (const glm::vec3 place : flakes(simulation)) {
        ASSERT_GE(outside_ball(place), -slack);
        ASSERT_GE(outside_box(place), -slack);
        on_ball += outside_ball(place) < 0.01f ? 1 : 0;
    }
    EXPECT_GT(on_ball, 10u);
}

TEST_F(SceneryTest, EffectsWithoutTheModuleHoldNoObjects) {
    effects::Effect effect = snow();
    effect.emitters[0].modules.pop_back();
    EXPECT_TRUE(effects::program_of(effect).objects.empty());
}

}  // namespace
}  // namespace winnow::particles
