// Checks that an effect does and shows the same whether its rows are read as a texture, as a software
// renderer reads them, or from storage, as the others do.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "effects/format/effect_file.h"
#include "render/renderer.h"
#include "session/scene.h"
#include "support/gl_fixture.h"
#include "support/session_runs.h"

namespace winnow::session {
namespace {

struct Outcome {
    std::vector<std::uint64_t> hashes;  // of the steps
    render::Image picture;              // after them
};

class RowTextureTest : public test::GlTest {
  protected:
    /// Returns settings whose effect reads what rows hold: numbers, tables that are searched, links, looks
    /// and objects.
    static effects::Settings settings() {
        effects::Settings settings;
        settings.effect = effects::parse(
            R"({"format": 2, "floor": {"enabled": false},
                "scenery": {"ground": "none", "objects": [{"shape": "ball", "position": [0, 0.5, 0]}]},
                "view": {"target": [0, 0.7, 0], "distance": 4},
                "emitters": [
                  {"name": "drops", "rate": 600, "lifetime": [0.2, 0.5], "modules": [
                    {"module": "box", "centre": [0, 1.3, 0]}, {"module": "gravity"}, {"module": "collide-scenery"},
                    {"module": "size", "diameter": {"curve": [[0, 0.02], [0.3, 0.2], [1, 0.1]]}},
                    {"module": "colour", "colour": {"gradient": [[0, "#f00"], [0.2, "#0f0"], [1, "#00f"]]}}],
                   "children": [{"emitter": "splash", "on": "collision"}]},
                  {"name": "splash", "rate": 0, "lifetime": 0.3, "modules": [
                    {"module": "jet", "speed": {"random": [0.5, 1]}, "spread": 60},
                    {"module": "size", "diameter": 0.05}]}]})",
            "test");
        settings.simulation.capacity = 1000;
        return settings;
    }

    static Outcome run(gl::ShaderLibrary& shaders) {
        Session session(test::headless_context(), shaders, settings());
        session.simulation().set_hashing(true);
        Outcome outcome{test::hashes_of(test::run_steps(session, 30)), {}};
        render::Renderer renderer(session.facts(), shaders, session.passes());
        const render::TargetImage target({96, 54});
        renderer.draw(scene_of(session, render::Camera(session.settings().effect.view)), target);
        outcome.picture = target.read();
        return outcome;
    }
};

TEST_F(RowTextureTest, AnEffectIsTheSameFromStorage) {
    if (!facts().software) GTEST_SKIP() << "this renderer is not a CPU, so it reads rows from storage anyway";
    const std::string file = "effects/row_buffer.glsl", condition = "#ifdef SOFTWARE_RENDERER";
    gl::ShaderLibrary as_texture, from_storage;
    std::string text = from_storage.read(file);
    ASSERT_NE(text.find(condition), std::string::npos);
    from_storage.provide(file, text.replace(text.find(condition), condition.size(), "#if 0"), "");
    const Outcome one = run(as_texture), other = run(from_storage);
    EXPECT_EQ(one.hashes, other.hashes);
    EXPECT_EQ(one.picture, other.picture);
}

}  // namespace
}  // namespace winnow::session
