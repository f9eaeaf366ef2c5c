// Checks the spaces of emitters and of effects, and collisions with objects that move.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "effects/compile/transform.h"
#include "effects/format/effect_file.h"
#include "particles/simulation_fixture.h"

namespace winnow::particles {
namespace {

constexpr float very_near = 2e-5f;

class TransformTest : public SimulationTest {
  protected:
    /// An emitter with these keys and modules, in an effect with those keys.
    static effects::Effect effect_of(const std::string& keys, const std::string& modules,
                                     const std::string& of_effect = "") {
        return effects::parse(fmt::format(R"x({{"format": 2, "floor": {{"enabled": false}}, {}
            "emitters": [{{"lifetime": 100, {}, "modules": [{}]}}]}})x",
                                          of_effect.empty() ? "" : of_effect + ",", keys, modules),
                              "test");
    }

    /// Returns the only particle after so many steps.
    Particle one_after(int steps, const std::string& keys, const std::string& modules,
                       const std::string& of_effect = "") {
        auto& simulation =
            make(effect_of(R"x("rate": 0, "moments": "together", "bursts": [{"count": 1}], )x" + keys,
                           modules, of_effect),
                 64);
        run(simulation, steps);
        const std::vector<Particle> living = simulation.read_living();
        EXPECT_EQ(living.size(), 1u);
        return living.at(0);
    }

    static void expect_near(const float (&found)[3], const glm::vec3& expected, float tolerance = very_near) {
        for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], tolerance) << "xyz"[i];
    }
};

TEST_F(TransformTest, BirthsAreScaledThenTurnedThenMoved) {
    const Particle p = one_after(1, R"x("position": [1, 0, 0], "transform": {"position": [0, 0, 5],
        "rotation": [0, 0, 90], "scale": 2})x",
                                 R"x({"module": "jet", "direction": [0, 1, 0], "spread": 0, "speed": 3})x");
    expect_near(p.velocity, {-6, 0, 0});
    expect_near(p.position, {-6 * step_seconds, 2, 5});
}

/// Pictures between two steps read the table of numbers too, after an edit and after a way back.
TEST_F(TransformTest, SpacesStayInTheTableBetweenSteps) {
    const effects::Effect effect =
        effect_of(R"x("rate": 60, "transform": {"position": [0, 0, 5], "scale": 2})x", "");
    auto& simulation = make(effect, 64);
    const auto now = [&] {
        const gl::Buffer& table = *simulation.living().table;
        const auto first = table.read_all<shared::EmitterRow>(1).front().flags / shared::EMITTER_SPACE_UNIT;
        return table.read_all<glm::vec4>(2, (first + 2) * sizeof(glm::vec4));
    };
    run(simulation, 3);
    const auto expected = now();
    EXPECT_EQ(expected[0], glm::vec4(0, 0, 5, 2));
    const auto checkpoint = simulation.checkpoint();
    simulation.change({.density = 2});
    EXPECT_EQ(now(), expected) << "after an edit";
    simulation.reset(1);
    simulation.restore(*checkpoint);
    EXPECT_EQ(now(), expected) << "after a way back";
    simulation.restore(simulation.save());
    EXPECT_EQ(now(), expected) << "after a state was restored";
}

TEST_F(TransformTest, RotationsAreAboutXThenYThenZ) {
    const Particle p = one_after(1, R"x("position": [0, 1, 0], "transform": {"rotation": [90, 90, 0]})x", "");
    expect_near(p.position, {1, 0, 0});  // y becomes z, which becomes x
}

TEST_F(TransformTest, AnEmittersSpaceLiesInTheEffects) {
    const Particle p = one_after(1, R"x("position": [1, 0, 0], "transform": {"position": [0, 1, 0]})x", "",
                                 R"x("transform": {"rotation": [0, 0, 90], "position": [10, 0, 0]})x");
    expect_near(p.position, {9, 1, 0});
}

TEST_F(TransformTest, BirthsLieAlongTheWayOfTheStep) {
    auto& simulation = make(
        effect_of(R"x("rate": 600, "moments": "even", "transform": {"position": "vec3(60 * time, 0, 0)"})x",
                  ""),
        256);
    run(simulation, 10);
    std::vector<float> places;
    for (const Particle& p : simulation.read_living()) places.push_back(p.position[0]);
    std::ranges::sort(places);
    ASSERT_EQ(places.size(), 100u);
    for (std::size_t i = 1; i < places.size(); ++i) ASSERT_NEAR(places[i] - places[i - 1], 0.1f, 1e-3f);
}

TEST_F(TransformTest, APathIsFollowedAtEqualSpeed) {
    const auto at = [&](const std::string& along, const std::string& closed) {
        return one_after(1,
                         fmt::format(R"x("transform": {{"path": {{"points": [[0, 0, 0], [1, 0, 0], [4, 0, 0]],
            "closed": {}}}, "along": "{}"}})x",
                                     closed, along),
                         "")
            .position[0];
    };
    EXPECT_NEAR(at("0.5", "false"), 2, 0.02f);
    EXPECT_NEAR(at("7", "false"), 4, very_near);
    EXPECT_EQ(at("1.25", "true"), at("0.25", "true"));
    EXPECT_NE(at("0.5", "true"), at("0.25", "true"));
}

TEST_F(TransformTest, WorldParticlesStayAndLocalOnesAreCarried) {
    const std::string turning =
        R"x("position": [1, 0, 0], "transform": {"rotation": "vec3(0, 0, 60 * time)"})x";
    const float born = 0, now = glm::radians(30.0f);  // after half a second
    expect_near(one_after(30, turning, "").position, {std::cos(born), std::sin(born), 0});
    expect_near(one_after(30, R"x("space": "local", )x" + turning, "").position,
                {std::cos(now), std::sin(now), 0});
}

TEST_F(TransformTest, LocalParticlesMoveInTheirSpace) {
    const Particle p = one_after(60, R"x("space": "local", "transform": {"rotation": "vec3(0, 0, 90 * time)",
        "position": "vec3(time, 0, 0)", "scale": "1 + time"})x",
                                 R"x({"module": "jet", "direction": [1, 0, 0], "spread": 0, "speed": 1})x");
    expect_near(p.position, {1, 2, 0}, 1e-4f);  // one metre along its own x axis, twice as large
    expect_near(p.velocity, {0, 2, 0}, 1e-4f);
}

TEST_F(TransformTest, ModulesSayWhichSpaceTheirValuesAreIn) {
    const std::string turned = R"x("transform": {"rotation": [0, 0, 90]})x";
    const auto pulled = [&](const std::string& space, const std::string& of_emitter) {
        const Particle p =
            one_after(60, of_emitter + turned,
                      fmt::format(R"x({{"module": "gravity", "acceleration": [0, -1, 0]{}}})x", space));
        return glm::vec3(p.velocity[0], p.velocity[1], p.velocity[2]);
    };
    const glm::vec3 down(0, -1, 0), sideways(1, 0, 0);
    const auto expect = [&](const glm::vec3& found, const glm::vec3& wanted) {
        EXPECT_NEAR(glm::distance(found, wanted), 0, 0.03f) << found.x << ' ' << found.y;
    };
    expect(pulled("", ""), down);
    expect(pulled(R"x(, "space": "local")x", ""), sideways);
    expect(pulled("", R"x("space": "local", )x"), sideways);
    expect(pulled(R"x(, "space": "world")x", R"x("space": "local", )x"), down);
}

TEST_F(TransformTest, ABirthsModuleMayBeInTheWorld) {
    const std::string turned = R"x("transform": {"position": [5, 0, 0], "rotation": [0, 0, 90]})x";
    const auto jet = [](const char* space) {
        return fmt::format(R"x({{"module": "jet", "direction": [0, 1, 0], "spread": 0, "speed": 1{}}})x",
                           space);
    };
    expect_near(one_after(1, turned, jet("")).velocity, {-1, 0, 0});
    expect_near(one_after(1, turned, jet(R"x(, "space": "world")x")).velocity, {0, 1, 0});
}

TEST_F(TransformTest, BirthsInheritTheSpacesVelocity) {
    const Particle p =
        one_after(1, R"x("inherit_velocity": 0.5, "transform": {"position": "vec3(0, 6 * time, 0)"})x", "");
    expect_near(p.velocity, {0, 3, 0}, 1e-3f);
}

TEST_F(TransformTest, ChildrenAreTurnedAroundTheirParent) {
    auto& simulation = make(effects::parse(R"x({"format": 2, "floor": {"enabled": false},
        "transform": {"position": [0, 2, 0], "rotation": [0, 0, 90]}, "emitters": [
        {"name": "parent", "rate": 0, "bursts": [{"count": 1}], "moments": "together", "lifetime": 0.5,
         "position": [3, 0, 0], "children": [{"emitter": "child"}]},
        {"name": "child", "rate": 0, "lifetime": 20, "moments": "even",
         "modules": [{"module": "jet", "direction": [1, 0, 0], "spread": 0, "speed": 6}]}]})x",
                                           "test"),
                            64);
    run(simulation, 40);
    const std::vector<Particle> living = simulation.read_living();
    ASSERT_EQ(living.size(), 1u);
    expect_near(living[0].velocity, {0, 6, 0});
    EXPECT_NEAR(living[0].position[0], 0, very_near);
    EXPECT_GT(living[0].position[1], 5);
}

/// A box of one metre that a particle meets.
std::string box_that(const std::string& motion, const std::string& position = "[0, 0, 0]") {
    return fmt::format(R"x("scenery": {{"objects": [{{"position": {}, "motion": {{{}}}}}]}})x", position,
                       motion);
}

TEST_F(TransformTest, ABoxThatComesHitsWithItsVelocity) {
    const std::string comes = R"x("position": "vec3(3 * time, 0, 0)")x";
    const std::string meets = R"x({"module": "collide-scenery", "friction": 0, "bounce": )x";
    const Particle bounced = one_after(60, R"x("position": [2, 0, 0])x", meets + "1}", box_that(comes));
    expect_near(bounced.velocity, {6, 0, 0}, 1e-3f);
    EXPECT_NEAR(bounced.position[0], 2 + 6 * 0.5f, 0.06f);
    const Particle pushed = one_after(60, R"x("position": [2, 0, 0])x", meets + "0}", box_that(comes));
    expect_near(pushed.velocity, {3, 0, 0}, 1e-3f);
    EXPECT_NEAR(pushed.position[0], 3.5f, 1e-3f);
}

TEST_F(TransformTest, AFastBoxMeetsAParticleOnItsWay) {
    const std::string comes = R"x("position": "vec3(200 * time, 0, 0)")x";  // more than three metres a step
    const Particle p =
        one_after(4, R"x("position": [6, 0, 0])x",
                  R"x({"module": "collide-scenery", "friction": 0, "bounce": 0})x", box_that(comes));
    expect_near(p.velocity, {200, 0, 0}, 0.1f);
    EXPECT_NEAR(p.position[0], 4 * 200 * step_seconds + 0.5f, 0.02f);
}

TEST_F(TransformTest, ABoxThatTurnsStrikesWithItsRim) {
    // The face behind the corner sweeps the particle at 1 m from the middle.
    const Particle p = one_after(20, R"x("position": [0.4, 1.2, 0])x",
                                 R"x({"module": "collide-scenery", "friction": 0, "bounce": 0})x",
                                 R"x("scenery": {"objects": [{"size": [4, 0.2, 1],
                                    "motion": {"rotation": "vec3(0, 0, 360 * time)"
}
}]
})x");
    EXPECT_LT(p.velocity[0], -3);
}

TEST_F(TransformTest, WhatSticksGoesWithTheObject) {
    const Particle p =
        one_after(60, R"x("position": [2, 0, 0])x", R"x({"module": "collide-scenery", "hit": "stick"})x",
                  box_that(R"x("position": "vec3(3 * time, 0, 0)")x"));
    expect_near(p.velocity, {3, 0, 0}, 1e-3f);
    EXPECT_NEAR(p.position[0], 3.5f, 0.01f);
}

TEST_F(TransformTest, SurfacesMoveWithTheEmitter) {
    const Particle p = one_after(
        60, R"x("transform": {"position": "vec3(3 * time, 0, 0)"})x",
        R"x({"module": "collide-box", "space": "local", "size": [1, 1, 1], "inside": true, "bounce": 0, "friction": 0})x");
    EXPECT_NEAR(p.position[0], 3 - 0.5f, 1e-3f);  // the wall behind it pushes
    expect_near(p.velocity, {3, 0, 0}, 1e-3f);
}

TEST_F(TransformTest, EveryCompactorMakesTheSameSteps) {
    expect_same_with_every_compactor(
        effect_of(
            R"x("rate": 2000, "space": "local", "transform": {"rotation": "vec3(0, 200 * time, 0)"})x",
            R"x({"module": "jet", "spread": 180, "speed": 2}, {"module": "gravity", "space": "world"},
                     {"module": "collide-scenery", "space": "world", "particle_radius": 0.05})x",
            box_that(R"x("position": "vec3(sin(5 * time), 0, 0)", "rotation": "vec3(0, 90 * time, 0)")x",
                     "[0, -0.8, 0]")),
        4096, 40);
}

TEST_F(TransformTest, AnEditMovesAlongAndIsSaved) {
    effects::Effect effect = effect_of(
        R"x("rate": 0, "bursts": [{"count": 1}], "space": "local", "transform": {"position": "vec3(x, 0, 0)"})x",
        "", R"x("properties": [{"name": "x", "value": 0, "range": [0, 9]}])x");
    auto& simulation = make(effect, 64);
    run(simulation, 5);
    effect.properties[0].value = 2;
    set_effect(simulation, effect);
    auto& other = make(effect, 64);
    other.restore(simulation.save());
    run(simulation, 1);
    run(other, 1);
    ASSERT_EQ(simulation.read_living().size(), 1u);
    EXPECT_NEAR(simulation.read_living()[0].position[0], 2, very_near);
    EXPECT_EQ(simulation.read_living(), other.read_living());
}

TEST(Motions, WhatIsNoPlaceOrNoScaleIsRefused) {
    const auto refusal = [](const std::string& transform) {
        try {
            effects::compile(effects::parse(
                fmt::format(R"x({{"format": 2, "emitters": [{{"transform": {{{}}}}}]}})x", transform),
                "e.json"));
        } catch (const std::exception& error) {
            return std::string(error.what());
        }
        return std::string("nothing");
    };
    EXPECT_EQ(refusal(R"x("scale": 0)x"),
              "e.json:1:43: /emitters/0/transform/scale: must be 0.0001 to 10000, not 0");
    EXPECT_EQ(refusal(R"x("path": [[0, 0, 0]])x"),
              "e.json:1:43: /emitters/0/transform/path: must be a list of 2 to 64 points, not a list of 1");
    EXPECT_NE(refusal(R"x("scale": "1 - time")x")
                  .find("/emitters/0/transform/scale: must be 0.0001 to 10000; at 1 s it is not"),
              std::string::npos)
        << refusal(R"x("scale": "1 - time")x");
    EXPECT_NE(refusal(R"x("position": "vec3(1, log(-1 - time), 0)")x")
                  .find("/emitters/0/transform/position: must be finite; at 0 s"),
              std::string::npos)
        << refusal(R"x("position": "vec3(1, log(-1 - time), 0)")x");
    EXPECT_NE(refusal(R"x("rotation": "age")x").find("/emitters/0/transform/rotation: column 1: "),
              std::string::npos)
        << refusal(R"x("rotation": "age")x");
}

TEST(Motions, SceneryIsWhereItsObjectsAre) {
    const auto compiled = effects::compile(effects::parse(R"x({"format": 2, "scenery": {"objects": [
        {"position": [1, 0, 0], "axis": [0, 1, 0], "angle": 30,
         "motion": {"position": "vec3(0, time, 0)", "rotation": "vec3(0, 30 * time, 0)"
}
}, {}]
}
, "emitters" : [ {} ]
})x",
                                                          "test"));
    const effects::Scenery now = effects::scenery_at(compiled->effect, compiled->motions, 2, false);
    EXPECT_EQ(now.objects[1], effects::SceneObject());
    EXPECT_EQ(now.objects[0].position, glm::vec3(1, 2, 0));
    EXPECT_NEAR(now.objects[0].angle, 90, 1e-3f);
    EXPECT_NEAR(now.objects[0].axis.y, 1, very_near);
    EXPECT_EQ(now.objects[0].motion, effects::Motion());
}

}  // namespace
}  // namespace winnow::particles
