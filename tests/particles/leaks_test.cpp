// Checks that nothing leaks: closed shapes and gaps keep particles of any speed, and solids let none through.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/gtc/quaternion.hpp>
#include <string>

#include "effects/format/effect_file.h"
#include "particles/simulation_fixture.h"
#include "support/data_samples.h"
#include "support/temporary_directory.h"

namespace winnow::particles {
namespace {

class LeaksTest : public SimulationTest {
  protected:
    static constexpr int steps = 12;
    static constexpr float slack = 1e-3f;  // metres of rounding, on ways of more than a kilometre in a step
    static constexpr glm::vec3 thrower{0.4f, 2.5f, 0.3f};

    /// Emitters with speeds up to the greatest, whose births go on, so that ways within a step are among
    /// them.
    effects::Effect crowd(const std::string& birth, const std::string& spread, const std::string& surfaces,
                          const std::string& more = R"("floor": {"enabled": false})") {
        std::string emitters;
        for (const char* speed : {"3", "100", "3000", "100000"})
            emitters += fmt::format(
                R"({}{{"name": "s{}", "rate": 600, "lifetime": 100, "modules": [{{"module": "point", "centre": {}}},
                    {{"module": "jet", "direction": [0, -1, 0], "spread": {}, "speed": {}}}, {}]}})",
                emitters.empty() ? "" : ", ", speed, birth, spread, speed, surfaces);
        folder_.write("ball.obj", test::ball_obj(24));
        const auto file = folder_.write(
            "effect.json", fmt::format(R"({{"format": 2, {}, "emitters": [{}]}})", more, emitters));
        return effects::load(file.string());
    }

    /// Expects that no particle is ever farther out than the slack.
    void expect_kept(const effects::Effect& effect, const std::function<float(glm::vec3)>& out,
                     float most = slack) {
        Simulation& simulation = make(effect, 4096);
        for (int i = 1; i <= steps; ++i) {
            run(simulation, 1);
            const auto living = simulation.read_living();
            ASSERT_EQ(living.size(), 40u * static_cast<unsigned>(i)) << "none is lost";
            for (const Particle& p : living)
                ASSERT_LE(out({p.position[0], p.position[1], p.position[2]}), most)
                    << "after step " << i << ", emitter " << p.emitter << ", age " << p.age;
        }
    }

    /// Expects that a solid, to which particles stick, lets none in or through: their ways from where they
    /// were born lie outside. `inside` tells how deep a place lies.
    void expect_solid(const effects::Effect& effect, const std::function<float(glm::vec3)>& inside,
                      float most = slack) {
        constexpr int places = 100;
        constexpr float bend = 0.02f;
        constexpr float reach = 8;  // from the birth, beyond the solid
        expect_kept(
            effect,
            [&](glm::vec3 p) {
                const float length = glm::distance(p, thrower);
                const glm::vec3 end =
                    thrower + (p - thrower) * std::min(1.0f, reach / std::max(length, 1e-3f));
                float deepest = inside(p) + bend;
                for (int k = 0; k <= places; ++k)
                    deepest =
                        std::max(deepest, inside(glm::mix(thrower, end, static_cast<float>(k) / places)));
                return deepest - bend;
            },
            most);
        int stuck = 0;
        for (const Particle& p : made_.back()->read_living())
            stuck += p.velocity[0] == 0 && p.velocity[1] == 0 && p.velocity[2] == 0 ? 1 : 0;
        EXPECT_GT(stuck, 30);
    }
    void expect_solid(const std::string& surface, const std::function<float(glm::vec3)>& inside,
                      const std::string& more = R"("floor": {"enabled": false})") {
        expect_solid(thrown(surface, more), inside);
    }
    effects::Effect thrown(const std::string& surface,
                           const std::string& more = R"("floor": {"enabled": false})") {
        return crowd(fmt::format("[{}, {}, {}]", thrower.x, thrower.y, thrower.z), "40", surface, more);
    }

    test::TemporaryDirectory folder_;
};

TEST_F(LeaksTest, AClosedBall) {
    expect_kept(crowd("[0.1, 0.2, 0]", "180",
                      R"({"module": "collide-ball", "inside": true, "bounce": 1, "friction": 0})"),
                [](glm::vec3 p) { return glm::length(p) - 1; });
}

TEST_F(LeaksTest, AClosedBox) {
    expect_kept(
        crowd("[0.1, 0.2, 0]", "180",
              R"({"module": "collide-box", "size": [1, 2, 3], "inside": true, "bounce": 1, "friction": 0})"),
        [](glm::vec3 p) {
            const glm::vec3 past = glm::abs(p) - glm::vec3(0.5f, 1, 1.5f);
            return std::max({past.x, past.y, past.z});
        });
}

TEST_F(LeaksTest, AClosedMesh) {
    expect_kept(
        crowd("[0.1, 0.2, 0]", "180",
              R"({"module": "collide-mesh", "mesh": "ball.obj", "inside": true, "bounce": 1})"),
        [](glm::vec3 p) { return glm::length(p) - 1; }, 0.05f);
}

TEST_F(LeaksTest, AGapBetweenTwoWalls) {
    expect_kept(
        crowd("[0.1, 0.1, 0]", "180",
              R"({"module": "collide-wall", "point": [-0.3, 0, 0], "normal": [1, 0, 0], "bounce": 1},
                    {"module": "collide-wall", "point": [0.3, 0, 0], "normal": [-1, 0.2, 0], "bounce": 1})"),
        [](glm::vec3 p) { return std::max(-0.3f - p.x, (p.x - 0.3f - 0.2f * p.y) / std::sqrt(1.04f)); },
        0.02f);
}

TEST_F(LeaksTest, AGapBetweenTheFloorAndALid) {
    expect_kept(
        crowd("[0, 0.1, 0]", "180",
              R"({"module": "collide-wall", "point": [0, 0.2, 0], "normal": [0, -1, 0], "bounce": 1})",
              R"("floor": {"restitution": 1, "friction": 0})"),
        [](glm::vec3 p) { return std::max(-p.y, p.y - 0.2f); });
}

TEST_F(LeaksTest, APlane) {
    expect_kept(crowd("[0, 0.1, 0]", "180", R"({"module": "collide-plane", "bounce": 1})"),
                [](glm::vec3 p) { return -p.y; });
}

TEST_F(LeaksTest, ASolidBall) {
    expect_solid(R"({"module": "collide-ball", "hit": "stick"})",
                 [](glm::vec3 p) { return 1 - glm::length(p); });
}

TEST_F(LeaksTest, ASolidBox) {
    expect_solid(R"({"module": "collide-box", "size": [2, 0.7, 2], "hit": "stick"})", [](glm::vec3 p) {
        const glm::vec3 depth = glm::vec3(1, 0.35f, 1) - glm::abs(p);
        return std::min({depth.x, depth.y, depth.z});
    });
}

TEST_F(LeaksTest, ASolidCapsule) {
    expect_solid(
        R"({"module": "collide-capsule", "from": [-2, 0, 0], "to": [2, 0, 0], "radius": 0.4, "hit": "stick"})",
        [](glm::vec3 p) { return 0.4f - glm::distance(p, glm::vec3(std::clamp(p.x, -2.0f, 2.0f), 0, 0)); });
}

TEST_F(LeaksTest, ASolidMesh) {
    expect_solid(
        thrown(R"({"module": "collide-mesh", "mesh": "ball.obj", "hit": "stick"})"),
        [](glm::vec3 p) { return 1 - glm::length(p); }, 0.05f);
}

/// How deep a place lies in an object of the scenery around the origin; `half` is half of its size.
float depth_in(const std::string& shape, glm::vec3 place, glm::vec3 half) {
    const glm::vec3 share = place / half, depth = half - glm::abs(place);
    const float least = std::min({half.x, half.y, half.z});
    const float off_axis = std::hypot(share.x, share.z);
    if (shape == "box") return std::min({depth.x, depth.y, depth.z});
    if (shape == "cylinder") return std::min((1 - off_axis) * least, depth.y);
    if (shape == "cone") return std::min((0.5f - 0.5f * share.y - off_axis) * least, half.y + place.y);
    return (1 - glm::length(share)) * least;
}

TEST_F(LeaksTest, TheObjectsOfTheScenery) {
    const glm::vec3 half(1, 0.7f, 0.6f);
    const glm::quat turn = glm::angleAxis(glm::radians(40.0f), glm::vec3(0, 0, 1));
    for (const std::string shape : {"box", "ball", "cylinder", "cone", "mesh"}) {
        SCOPED_TRACE(shape);
        const bool is_mesh = shape == "mesh";
        const float scale = is_mesh ? 1 : 2;  // the mesh's radius is 1
        const effects::Effect effect =
            thrown(R"({"module": "collide-scenery", "hit": "stick"})",
                   fmt::format(R"("floor": {{"enabled": false}}, "scenery": {{"objects": [
                {{"shape": "{}", {}, "axis": [0, 0, 1], "angle": 40, "size": [{}, {}, {}]}}]}})",
                               shape, is_mesh ? R"("mesh": "ball.obj")" : R"("position": [0, 0, 0])",
                               scale * half.x, scale * half.y, scale * half.z));
        expect_solid(
            effect,
            [&](glm::vec3 p) { return depth_in(is_mesh ? "ball" : shape, glm::inverse(turn) * p, half); },
            is_mesh ? 0.05f : slack);
    }
}

}  // namespace
}  // namespace winnow::particles
