// Checks that modules compute the same floats, to the bit, as the functions of
// shaders/particles/precise.glsl.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "effects/effect.h"
#include "particles/module_run.h"
#include "particles/parameters.h"
#include "support/shader_fixture.h"
#include "support/words.h"

namespace winnow::particles {
namespace {

using effects::Emitter;
using effects::Shape;
using effects::Turbulence;

constexpr std::uint32_t births = 500;

class ModuleBitsTest : public test::ShaderTest {
  protected:
    /// Returns an emitter that uses everything, with values that round.
    static Emitter emitter(Shape shape, Turbulence kind) {
        Emitter e;
        e.shape = shape;
        e.position = {0.3f, 1.1f, -0.7f};
        e.radius = 0.9f;
        e.direction = {0.3f, 0.8f, -0.2f};
        e.spread = 33;
        e.speed = {1.3f, 4.7f};
        e.gravity = {0.1f, -9.81f, 0.2f};
        e.drag = 0.37f;
        e.turbulence = 7.3f;
        e.turbulence_scale = 1.7f;
        e.turbulence_kind = kind;
        e.turbulence_octaves = 3;
        e.turbulence_roughness = 0.6f;
        e.turbulence_motion = {0.4f, 0.2f, -0.1f};
        return e;
    }

    static effects::Plane plane() { return {true, 0.45f, 0.63f, 0.17f}; }

    /// Returns the stack that does the same.
    static std::vector<ModuleUse> stack(const Emitter& e) {
        const auto place = [&]() -> ModuleUse {
            if (e.shape == Shape::point) return {"point", {{"centre", constant(e.position)}}};
            return {e.shape == Shape::disc ? "disc" : "ball",
                    {{"centre", constant(e.position)}, {"radius", constant(e.radius)}}};
        }();
        const ModuleUse jet{"jet",
                            {{"direction", constant(e.direction)}, {"spread", constant(e.spread)}},
                            {{"speed", "mix(given.x, given.y, lot_direction.z)"}}};
        const ModuleUse gravity{"gravity", {{"acceleration", constant(e.gravity)}}};
        const ModuleUse turbulence{e.turbulence_kind == Turbulence::gusts ? "gusts" : "eddies",
                                   {{"strength", constant(e.turbulence)},
                                    {"scale", constant(e.turbulence_scale)},
                                    {"octaves", constant(e.turbulence_octaves)},
                                    {"roughness", constant(e.turbulence_roughness)},
                                    {"motion", constant(e.turbulence_motion)}}};
        const ModuleUse drag{"drag", {{"rate", constant(e.drag)}}};
        const ModuleUse floor{"collide-plane",
                              {{"height", constant(plane().height)},
                               {"bounce", constant(plane().restitution)},
                               {"friction", constant(plane().friction)}}};
        return {place, jet, gravity, turbulence, drag, floor};
    }

    static std::string reference() {
        return "#define TURBULENCE 1\n#include \"particles/precise.glsl\"\n"
               "struct Kept { vec3 position; float age; vec3 velocity; float lifetime; uint events; };\n"
               "#define Particle Kept\n" +
               module_program_frame() +
               "#undef Particle\n"
               R"(
layout(std430, binding = 2) readonly buffer Emitters { Emitter emitter; };
layout(std430, binding = 3) readonly buffer Steps { Step first; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    Step s = first;
    s.index = first_step;
    Particle p = newborn(emitter, 0u, Origin(emitter.position_radius.xyz, vec3(0.0)), s, i);
    uint events = 0u;
    for (uint k = 0u; k < steps; ++k) {
        s.index = first_step + k;
        advance(p, emitter, s);
        if (bounces_of(p) > 0u) events = 1u;
    }
    store(Kept(p.position, 0.0, p.velocity, 0.0, events), i, vec4(0.0), vec3(0.0));
}
)";
    }

    template <typename Struct>
    static gl::Buffer upload(const Struct& value, const char* label) {
        test::Words words(sizeof value / sizeof(std::uint32_t));
        std::memcpy(words.data(), &value, sizeof value);
        return test::upload(words, label);
    }

    static std::vector<ModuleParticle> run_reference(const Emitter& e, const ModuleSteps& steps) {
        effects::Effect effect;
        effect.emitters = {e};
        effect.plane = plane();
        const gl::Buffer emitters = upload(to_gpu(e, effect.steps_per_second), "test emitter");
        const gl::Buffer step = upload(step_template(effect, steps.seed), "test step");
        emitters.bind_storage(2);
        step.bind_storage(3);
        return run_program(reference(), steps, {glm::vec4(0)}, std::vector<ModuleParticle>(births));
    }
};

TEST_F(ModuleBitsTest, AreThoseOfPreciseGlsl) {
    for (const Shape shape : {Shape::point, Shape::disc, Shape::sphere}) {
        for (const Turbulence kind : {Turbulence::gusts, Turbulence::eddies}) {
            const Emitter e = emitter(shape, kind);
            for (const std::uint32_t steps : {0u, 1u, 90u}) {
                ModuleSteps run{.steps = steps, .first_step = 17, .seed = 5, .are_born = true};
                const auto expected = run_reference(e, run);
                // The speed's ends are given in a uniform, so that they are no constants.
                run.given = {e.speed.least, e.speed.most, 0};
                const auto actual = run_modules(stack(e), run, std::vector<ModuleParticle>(births));
                ASSERT_EQ(actual.size(), expected.size());
                std::uint32_t hits = 0;
                for (std::uint32_t i = 0; i < births; ++i) {
                    const std::string where =
                        fmt::format("shape {} kind {} steps {} particle {}", int(shape), int(kind), steps, i);
                    ASSERT_EQ(std::memcmp(&actual[i].position, &expected[i].position, sizeof(glm::vec3)), 0)
                        << where << ": " << actual[i].position.x << ' ' << expected[i].position.x;
                    ASSERT_EQ(std::memcmp(&actual[i].velocity, &expected[i].velocity, sizeof(glm::vec3)), 0)
                        << where;
                    ASSERT_EQ(actual[i].events, expected[i].events) << where;
                    hits += expected[i].events;
                }
                EXPECT_TRUE(steps < 2 || hits > births / 4) << "too few bounce to test the plane";
            }
        }
    }
}

}  // namespace
}  // namespace winnow::particles
