// Finds the forces that act alike on all particles of a stack at all times.
#include <gtest/gtest.h>

#include <string>

#include "effects/compile/compiled_effect.h"
#include "effects/format/effect_file.h"

namespace winnow::effects {
namespace {

ConstantForces forces_of(const std::string& modules) {
    const Effect effect = parse(
        R"({"format": 2, "properties": [{"name": "pull", "value": 4, "range": [0, 9]}], "emitters": [{"modules": [)" +
            modules + "]}]}",
        "test");
    return compile(effect)->program.stacks.front().constant_forces;
}

TEST(ConstantForcesTest, TheSameForAllParticlesAtAllTimes) {
    const ConstantForces both = forces_of(
        R"x({"module": "gravity", "acceleration": "vec3(0, -pull, 1)"}, {"module": "drag", "rate": 0.5},
           {"module": "wind", "velocity": [3, 0, 0], "rate": 2})x");
    EXPECT_EQ(both.acceleration, glm::vec3(6, -4, 1));
    EXPECT_EQ(both.drag, 2.5f);
}

TEST(ConstantForcesTest, OthersAreLeftOut) {
    const ConstantForces none = forces_of(
        R"x({"module": "gravity", "acceleration": "vec3(0, -pull * random, 0)"}, {"module": "drag", "rate": {"curve": [[0, 1], [1, 2]]}},
           {"module": "wind", "velocity": [3, 0, 0], "rate": "time"}, {"module": "drag", "rate": 2, "enabled": false})x");
    EXPECT_EQ(none.acceleration, glm::vec3(0));
    EXPECT_EQ(none.drag, 0);
}

}  // namespace
}  // namespace winnow::effects
