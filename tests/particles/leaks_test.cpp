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
            if (p.velocity[0] == 0 && p.velocity[1] == 0 && p.velocity[2] == 0) {
                ++stuck;
                ASSERT_NEAR(inside({p.position[0], p.position[1], p.position[2]}), 0, most)
                    << "it stays at the surface";
            }
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

// --- spheres: particles with a radius ---------------------------------------------------------------------

constexpr float radius = 0.3f;
constexpr const char* as_sphere = R"("particle_radius": 0.3)";

TEST_F(LeaksTest, SpheresInClosedShapes) {
    const auto inside = [](const char* module) {
        return fmt::format(R"({{"module": {}, "inside": true, "bounce": 1, {}}})", module, as_sphere);
    };
    const auto in_ball = [](glm::vec3 p) { return glm::length(p) - (1 - radius); };
    expect_kept(crowd("[0.1, 0.2, 0]", "180", inside(R"("collide-ball")")), in_ball);
    expect_kept(crowd("[0.1, 0.2, 0]", "180", inside(R"("collide-box", "size": [1, 2, 3])")),
                [](glm::vec3 p) {
                    const glm::vec3 past = glm::abs(p) - (glm::vec3(0.5f, 1, 1.5f) - radius);
                    return std::max({past.x, past.y, past.z});
                });
    expect_kept(crowd("[0.1, 0.2, 0]", "180", inside(R"("collide-mesh", "mesh": "ball.obj")")), in_ball,
                0.05f);
}

TEST_F(LeaksTest, SpheresBetweenWallsAndOnAPlane) {
    const std::string walls = fmt::format(
        R"({{"module": "collide-wall", "point": [-0.6, 0, 0], "normal": [1, 0, 0], "bounce": 1, {0}}},
           {{"module": "collide-wall", "point": [0.6, 0, 0], "normal": [-1, 0, 0], "bounce": 1, {0}}})",
        as_sphere);
    expect_kept(
        crowd("[0.1, 0.1, 0]", "180", walls), [](glm::vec3 p) { return std::abs(p.x) - (0.6f - radius); },
        0.02f);
    expect_kept(crowd("[0, 0.4, 0]", "180",
                      fmt::format(R"({{"module": "collide-plane", "bounce": 1, {}}})", as_sphere)),
                [](glm::vec3 p) { return radius - p.y; });
}

float distance_from_box(glm::vec3 p, glm::vec3 half) {
    return glm::length(glm::max(glm::abs(p) - half, glm::vec3(0)));
}

TEST_F(LeaksTest, SpheresMeetSolidsAtTheirRadius) {
    const auto solid = [](const char* module) {
        return fmt::format(R"({{"module": {}, "hit": "stick", {}}})", module, as_sphere);
    };
    expect_solid(solid(R"("collide-ball")"), [](glm::vec3 p) { return 1 + radius - glm::length(p); });
    expect_solid(solid(R"("collide-box", "size": [2, 0.7, 2])"), [](glm::vec3 p) {
        return radius - distance_from_box(p, {1, 0.35f, 1});
    });
    expect_solid(solid(R"("collide-box", "size": [1, 0, 0.8])"), [](glm::vec3 p) {
        return radius - distance_from_box(p, {0.5f, 0, 0.4f});
    });
    expect_solid(solid(R"("collide-capsule", "from": [-2, 0, 0], "to": [2, 0, 0], "radius": 0.4)"),
                 [](glm::vec3 p) {
                     return 0.4f + radius - glm::distance(p, glm::vec3(std::clamp(p.x, -2.0f, 2.0f), 0, 0));
                 });
    folder_.write("box.obj", test::box_obj({1, 0.35f, 1}));
    expect_solid(
        thrown(solid(R"("collide-mesh", "mesh": "box.obj")")),
        [](glm::vec3 p) {
            return radius - distance_from_box(p, {1, 0.35f, 1});
        },
        0.05f);
}

/// Returns the distance of a place from an ellipsoid in which it does not lie. The nearest place is found by
/// bisection.
float distance_from_ellipsoid(glm::dvec3 p, glm::dvec3 half) {
    const glm::dvec3 squared = half * half;
    double low = 0, high = glm::length(p) * (half.x + half.y + half.z);
    for (int k = 0; k < 100; ++k) {
        const double middle = (low + high) / 2;
        const glm::dvec3 share = half * p / (middle + squared);
        (glm::dot(share, share) > 1 ? low : high) = middle;
    }
    return static_cast<float>(glm::distance(p, squared * p / (high + squared)));
}

/// Returns the distance of a place outside of an object around the origin.
float distance_from(const std::string& shape, glm::vec3 p, glm::vec3 half) {
    if (shape == "box") return distance_from_box(p, half);
    if (shape == "ball") return distance_from_ellipsoid(p, half);
    if (shape == "mesh") return glm::length(p) - 1;
    const float off_axis = std::hypot(p.x, p.z);
    if (shape == "cylinder") {
        const float side = glm::length(p * glm::vec3(1, 0, 1) / half) > 1
                               ? distance_from_ellipsoid({p.x, 0, p.z}, {half.x, 1, half.z})
                               : 0;
        return std::hypot(side, std::max(0.0f, std::abs(p.y) - half.y));
    }
    const glm::vec2 place(off_axis, p.y), tip(0, half.y), rim(half.x, -half.y);
    const float along =
        std::clamp(glm::dot(place - tip, rim - tip) / glm::dot(rim - tip, rim - tip), 0.0f, 1.0f);
    const float base = std::hypot(std::max(0.0f, off_axis - half.x), p.y + half.y);
    const float slant = glm::distance(place, glm::mix(tip, rim, along));
    return std::min(base, slant);
}

/// Objects of all shapes that no particle comes near, so that one program serves for each of them.
constexpr const char* far_objects = R"({"position": [0, 9e5, 0]}, {"shape": "ball", "position": [0, 9e5, 9]},
    {"shape": "cone", "position": [0, 9e5, 0]}, {"shape": "mesh", "mesh": "ball.obj", "position": [9, 9e5, 0]})";

TEST_F(LeaksTest, SpheresMeetTheObjectsOfTheSceneryAtTheirRadius) {
    const glm::quat turn = glm::angleAxis(glm::radians(40.0f), glm::vec3(0, 0, 1));
    for (const std::string shape : {"box", "ball", "cylinder", "cone", "mesh"}) {
        SCOPED_TRACE(shape);
        const bool is_mesh = shape == "mesh";
        const glm::vec3 half = is_mesh ? glm::vec3(0.5f) : glm::vec3(1, 0.7f, shape == "cone" ? 1 : 0.6f);
        const effects::Effect effect = thrown(
            fmt::format(R"({{"module": "collide-scenery", "hit": "stick", {}}})", as_sphere),
            fmt::format(R"("floor": {{"enabled": false}}, "scenery": {{"objects": [
                {}, {{"shape": "{}", {}, "axis": [0, 0, 1], "angle": 40, "size": [{}, {}, {}]}}]}})",
                        far_objects, shape, is_mesh ? R"("mesh": "ball.obj")" : R"("position": [0, 0, 0])",
                        2 * half.x, 2 * half.y, 2 * half.z));
        expect_solid(
            effect, [&](glm::vec3 p) { return radius - distance_from(shape, glm::inverse(turn) * p, half); },
            is_mesh ? 0.05f : slack);
    }
}

TEST_F(LeaksTest, ASphereComesToRestAtItsRadius) {
    const std::string box = R"("size": [2, 2, 2])";
    folder_.write("box.obj", test::box_obj(glm::vec3(1)));
    const std::string surfaces[] = {
        R"("module": "collide-plane", "height": 1)",
        R"("module": "collide-wall", "point": [0, 1, 0])",
        R"("module": "collide-ball")",
        R"("module": "collide-box", )" + box,
        R"("module": "collide-capsule", "from": [-1, 0, 0], "to": [1, 0, 0], "radius": 1)",
        R"("module": "collide-mesh", "mesh": "box.obj")",
        R"("module": "collide-scenery")"};
    std::string emitters;
    for (const std::string& surface : surfaces)
        emitters += fmt::format(
            R"({}{{"name": "e{}", "rate": 0, "bursts": [{{"count": 1}}], "lifetime": 100, "modules": [
                {{"module": "point", "centre": [0, 2, 0]}}, {{"module": "gravity"}}, {{{}, "bounce": 0.3, {}}}]}})",
            emitters.empty() ? "" : ", ", emitters.size(), surface, as_sphere);
    const auto file = folder_.write(
        "effect.json",
        fmt::format(R"({{"format": 2, "floor": {{"enabled": false}}, "scenery": {{"objects": [{{{}}}]}},
                        "emitters": [{}]}})",
                    box, emitters));
    Simulation& simulation = make(effects::load(file.string()), 64);
    run(simulation, 240);
    const auto living = simulation.read_living();
    ASSERT_EQ(living.size(), std::size(surfaces));
    for (const Particle& p : living) {
        const std::string& surface = surfaces[p.emitter];
        EXPECT_NEAR(p.position[1], 1 + radius, surface.find("mesh") != surface.npos ? 0.05f : 0.005f)
            << surface;
        EXPECT_NEAR(p.velocity[1], 0, 0.2f) << surface;
    }
}

TEST_F(LeaksTest, ModulesOfOnesOwnMayLeaveOutTheRadius) {
    for (const bool is_sphere : {false, true}) {
        folder_.write("own.glsl", fmt::format(R"(/*{{"name": "own", "stage": "react", "does": "Sticks."}}*/
void react(inout Particle p, Parameters a, Moment m) {{
    collide_wall(p, vec3(0.0), vec3(0.0, 1.0, 0.0), 1u, 0.0, 0.0{0});
    collide_ball(p, vec3(0.0), 1.0, false, 1u, 0.0, 0.0{0});
    collide_box(p, vec3(0.0), vec3(2.0), false, 1u, 0.0, 0.0{0});
    collide_capsule(p, vec3(0.0), vec3(1.0, 0.0, 0.0), 1.0, 1u, 0.0, 0.0{0});
    collide_objects(p, m.objects, 1u, 0.0, 0.0{0});
    collide_plane(p, 0.5, 1u, 0.0, 0.0{0});
}}
)",
                                              is_sphere ? ", 0.3" : ""));
        const auto file = folder_.write("effect.json", R"({"format": 2, "scenery": {"objects": [{}]},
            "emitters": [{"rate": 0, "bursts": [{"count": 1}], "lifetime": 100, "modules": [
                {"module": "point", "centre": [0, 1.2, 0]}, {"module": "own"}]}]})");
        Simulation& simulation = make(effects::load(file.string()), 64);
        run(simulation, 3);
        const auto living = simulation.read_living();
        ASSERT_EQ(living.size(), 1u);
        EXPECT_NEAR(living[0].position[1], is_sphere ? 1.3f : 1.2f, 1e-5f);
    }
}

}  // namespace
}  // namespace winnow::particles
