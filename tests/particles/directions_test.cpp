// Checks that no particle is lost where a direction or a span has no length, or is no number.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "effects/format/effect_file.h"
#include "effects/modules/module.h"
#include "particles/simulation_fixture.h"
#include "support/temporary_directory.h"

namespace winnow::particles {
namespace {

class DirectionsTest : public SimulationTest {
  protected:
    static constexpr std::uint32_t births = 20;  // of each emitter

    /// Returns an emitter whose particles live long.
    static std::string emitter(const std::string& modules) {
        return fmt::format(R"({{"rate": 0, "bursts": [{{"count": {}}}], "lifetime": 1000, "modules": [{}]}})",
                           births, modules);
    }

    /// Runs a few steps, and returns the living.
    std::vector<Particle> survivors(const std::vector<std::string>& emitters,
                                    const std::string& folder = {}) {
        auto& simulation = make(
            effects::parse(fmt::format(R"({{"format": 2, "floor": {{"enabled": false}}, "emitters": [{}]}})",
                                       fmt::join(emitters, ", ")),
                           "test", folder),
            4096);
        run(simulation, 4);
        return simulation.read_living();
    }
};

TEST_F(DirectionsTest, OfNoLengthLoseNoParticleInAnyModule) {
    for (const char* none : {"position * 0", "position * log(-1 - age)", "vec3(1, 0, 0) * 1e-30"}) {
        std::vector<std::string> emitters, names;
        for (const std::string& name : effects::built_in_modules())
            for (const effects::Parameter& parameter : effects::built_in_module(name).parameters)
                if (parameter.type == effects::Type::direction) {
                    emitters.push_back(emitter(fmt::format(
                        R"({{"module": "box", "centre": [0, -2, 0]}}, {{"module": "{}", "{}": "{}"}})", name,
                        parameter.name, none)));
                    names.push_back(name + " " + parameter.name);
                }
        ASSERT_GT(names.size(), 15u);
        std::map<std::string, std::uint32_t> alive;
        for (const Particle& p : survivors(emitters)) ++alive[names[p.emitter]];
        for (const std::string& name : names) EXPECT_EQ(alive[name], births) << name << ", " << none;
    }
}

/// A capsule between equal points is a ball, also for a particle in its very middle.
TEST_F(DirectionsTest, ACapsuleOfNoLengthIsABall) {
    const auto living = survivors({emitter(R"({"module": "point", "centre": [1, 2, 3]},
        {"module": "collide-capsule", "from": [1, 2, 3], "to": [1, 2, 3]})")});
    ASSERT_EQ(living.size(), births);
    for (const Particle& p : living)
        EXPECT_GT(glm::distance(glm::vec3(p.position[0], p.position[1], p.position[2]), glm::vec3(1, 2, 3)),
                  0.499f);
}

TEST_F(DirectionsTest, AcrossAnythingIsAUnitVector) {
    const test::TemporaryDirectory folder;
    folder.write("leave-across.glsl", R"(/*{"name": "leave-across", "stage": "spawn",
"does": "Particles leave at a right angle to an axis.",
"parameters": {"axis": {"type": "vector", "default": [0, 0, 0], "does": "The axis."},
               "divisor": {"type": "number", "default": 1, "does": "The axis is divided by it."}}}*/
void spawn(inout Particle p, Parameters a, Birth b) { p.velocity = across(a.axis / a.divisor); }
)");
    const std::vector<std::pair<glm::vec3, float>> axes{{{0, 0, 0}, 1}, {{0, 0, 0}, 0}, {{1, 0, 0}, 0},
                                                        {{0, 1, 0}, 1}, {{3, 0, 0}, 1}, {{0, -7, 0.1f}, 1}};
    std::vector<std::string> emitters;
    for (const auto& [axis, divisor] : axes)
        emitters.push_back(emitter(fmt::format(
            R"({{"module": "point"}}, {{"module": "leave-across", "axis": [{}, {}, {}], "divisor": {}}})",
            axis.x, axis.y, axis.z, divisor)));
    const auto living = survivors(emitters, folder.path().string());
    ASSERT_EQ(living.size(), births * axes.size());
    for (const Particle& p : living) {
        const auto& [axis, divisor] = axes[p.emitter];
        const glm::vec3 velocity(p.velocity[0], p.velocity[1], p.velocity[2]);
        EXPECT_NEAR(glm::length(velocity), 1, 1e-5f) << p.emitter;
        EXPECT_NEAR(divisor == 0 ? 0 : glm::dot(velocity, axis), 0, 1e-5f) << p.emitter;
    }
}

}  // namespace
}  // namespace winnow::particles
