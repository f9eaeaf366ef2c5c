// Checks the pointer in the Step block that the GPU reads: its place, its velocity, and when it is released.
#include <glad/gl.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "particles/simulation_fixture.h"

namespace winnow::particles {
namespace {

const glm::vec3 here{0.1f, -2, 3}, there{0.4f, -2.5f, 7};

bool operator==(const shared::vec4& a, const glm::vec4& b) {
    return glm::vec4(a.x, a.y, a.z, a.w) == b;
}

class PointerTest : public SimulationTest {
  protected:
    /// Makes one step and returns the block that its shaders have read.
    static shared::Step step(Simulation& simulation) {
        simulation.settle();
        simulation.step();
        simulation.settle();
        GLint buffer = 0;
        glGetIntegeri_v(GL_UNIFORM_BUFFER_BINDING, shared::BIND_STEP, &buffer);
        shared::Step block{};
        glGetNamedBufferSubData(static_cast<GLuint>(buffer), 0, sizeof block, &block);
        EXPECT_EQ(block.index, simulation.steps());
        return block;
    }

    static glm::vec3 velocity(const shared::Step& block) {
        EXPECT_EQ(block.pointer_velocity.w, 0);
        return {block.pointer_velocity.x, block.pointer_velocity.y, block.pointer_velocity.z};
    }

    Simulation& make_some() { return make(short_lived(600), 1000); }
};

TEST_F(PointerTest, IsReleasedUntilItIsPressed) {
    const shared::Step block = step(make_some());
    EXPECT_TRUE(block.pointer == glm::vec4(0));
    EXPECT_EQ(velocity(block), glm::vec3(0));
}

TEST_F(PointerTest, ItsVelocityIsTheWayOfAStep) {
    Simulation& simulation = make_some();
    simulation.set_pointer({here, 1});
    EXPECT_EQ(simulation.pointer(), (Pointer{here, 1}));
    shared::Step block = step(simulation);
    EXPECT_TRUE(block.pointer == glm::vec4(here, 1));
    EXPECT_EQ(velocity(block), glm::vec3(0)) << "it came from nowhere";
    simulation.set_pointer({glm::vec3(9), 1});  // no step sees this
    simulation.set_pointer({there, 0.5f});
    block = step(simulation);
    EXPECT_TRUE(block.pointer == glm::vec4(there, 0.5f));
    EXPECT_EQ(velocity(block), (there - here) / block.seconds);
    block = step(simulation);
    EXPECT_TRUE(block.pointer == glm::vec4(there, 0.5f)) << "it is held";
    EXPECT_EQ(velocity(block), glm::vec3(0));
}

TEST_F(PointerTest, TheWayToTheNextPressIsNoMotion) {
    Simulation& simulation = make_some();
    simulation.set_pointer({here, 1});
    step(simulation);
    simulation.set_pointer({});
    EXPECT_EQ(velocity(step(simulation)), glm::vec3(0));
    simulation.set_pointer({there, 1});
    EXPECT_EQ(velocity(step(simulation)), glm::vec3(0));
    simulation.set_pointer({});
    simulation.set_pointer({here, 1});  // between two steps
    EXPECT_EQ(velocity(step(simulation)), glm::vec3(0));
}

TEST_F(PointerTest, AChangeKeepsIt) {
    Simulation& simulation = make_some();
    simulation.set_pointer({here, 1});
    step(simulation);
    set_effect(simulation, short_lived(900));
    set_capacity(simulation, 500, *memory_);
    simulation.set_pointer({there, 1});
    const shared::Step block = step(simulation);
    EXPECT_EQ(velocity(block), (there - here) / block.seconds);
}

TEST_F(PointerTest, ANewBeginningReleasesIt) {
    Simulation& simulation = make_some();
    simulation.set_pointer({here, 1});
    step(simulation);
    const State state = simulation.save();
    simulation.restore(state);
    EXPECT_EQ(simulation.pointer(), Pointer{});
    simulation.set_pointer({there, 1});
    EXPECT_EQ(velocity(step(simulation)), glm::vec3(0)) << "restored";
    simulation.reset(7);
    EXPECT_EQ(simulation.pointer(), Pointer{});
    simulation.set_pointer({here, 1});
    EXPECT_EQ(velocity(step(simulation)), glm::vec3(0)) << "reset";
}

TEST_F(PointerTest, NumbersOutOfRangeAreRefused) {
    Simulation& simulation = make_some();
    constexpr float none = std::numeric_limits<float>::quiet_NaN(), far = Pointer::farthest;
    for (const Pointer& wrong :
         {Pointer{{none, 0, 0}, 1}, Pointer{{0, none, 0}, 1}, Pointer{{0, 0, 2 * far}, 1},
          Pointer{{-2 * far, 0, 0}, 0}, Pointer{here, none}, Pointer{here, 1.5f}, Pointer{here, -1}})
        EXPECT_THROW(simulation.set_pointer(wrong), std::logic_error);
    EXPECT_EQ(simulation.pointer(), Pointer{});
    simulation.set_pointer({{far, -far, far}, 1});
    simulation.set_pointer({{-far, far, -far}, 1});
    EXPECT_TRUE(std::isfinite(velocity(step(simulation)).x));
}

}  // namespace
}  // namespace winnow::particles
