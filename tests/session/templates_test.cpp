// Checks that each effect that a new one begins with runs and is seen.
#include "effects/format/templates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "render/renderer.h"
#include "render/targets.h"
#include "session/scene.h"
#include "support/gl_fixture.h"
#include "support/session_runs.h"

namespace winnow::session {
namespace {

class TemplatesTest : public test::GlTest {};

/// Without sky and ground, all light is that of particles.
TEST_F(TemplatesTest, EachRunsAndDrawsParticles) {
    constexpr gl::Size size{32, 18};
    constexpr int steps = 60, dark = 4;
    gl::ShaderLibrary shaders;
    for (const std::string& name : effects::template_names()) {
        effects::Settings settings;
        settings.effect = effects::load_template(name);
        settings.effect.scenery.sky = effects::Sky::black;
        settings.effect.scenery.ground = effects::Ground::none;
        settings.simulation.capacity = 4096;
        settings.simulation.backend = Backend::glsl;
        Session session(test::headless_context(), shaders, settings);
        test::run_steps(session, steps);
        render::Renderer renderer(facts(), session.shaders(), session.passes());
        const render::TargetImage target(size);
        renderer.draw(scene_of(session, render::Camera(settings.effect.view)), target);
        const auto pixels = target.read().pixels;
        EXPECT_GT(*std::ranges::max_element(pixels), dark) << name;
    }
}

}  // namespace
}  // namespace winnow::session
