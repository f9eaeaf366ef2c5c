// The baseline of drawing by atomics adds the same light to the same pixels as the tiles do.
#include "measure/glsl_baselines.h"

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "render/camera.h"
#include "render/drawing.h"
#include "render/field.h"
#include "render/tile_renderer.h"
#include "support/shader_fixture.h"

namespace winnow::measure {
namespace {

constexpr gl::Size size{320, 180};
constexpr float brightest = 6;  // of the field

class DrawAtomicsTest : public test::ShaderTest {
  protected:
    /// Returns red, green, blue and alpha of every pixel that `draw(target)` adds to a black target.
    template <typename Draw>
    static std::vector<float> light_of(const Draw& draw) {
        const render::Target target(size, render::Format::hdr, "light");
        target.clear();
        draw(target);
        std::vector<float> light(4 * render::pixels_of(size));
        target.bind();
        glReadPixels(0, 0, size.width, size.height, GL_RGBA, GL_FLOAT, light.data());
        return light;
    }
};

TEST_F(DrawAtomicsTest, AddTheLightThatTilesAdd) {
    const test::Field field(2000);
    const particles::ParticleView living = field.living();
    render::SpriteLook look;
    look.brightest = render::brightest_light(brightest, 1, false);
    render::UniformBlock camera(shared::BIND_CAMERA, sizeof(shared::Camera), "camera");
    camera.set(
        render::camera_block(render::Camera(effects::View{{0, 0.9f, 0}, 5, 20, 14, 1}).sight(size), size, 0));
    const auto memory = gl::plain_memory();
    render::TileRenderer tiles(facts(), shaders_, *passes_, *memory);
    ASSERT_TRUE(tiles.reserve({size, {}, 0, living.capacity, false}));
    DrawAtomics atomics(facts(), shaders_, size);
    const auto expected = light_of([&](const auto& target) { tiles.draw({living, {}}, look, target); });
    for (const char* frame : {"the first", "another, of which the sums were cleared"}) {
        const auto light = light_of([&](const auto& target) { atomics.draw(living, look, target); });
        double all = 0, difference = 0;
        for (std::size_t i = 0; i < light.size(); ++i) {
            all += expected[i];
            difference += std::abs(light[i] - expected[i]);
        }
        EXPECT_GT(all, 100);
        EXPECT_LT(difference, 0.01 * all) << frame;
    }
    EXPECT_EQ(atomics.memory_bytes(), render::pixels_of(size) * 24);
}

}  // namespace
}  // namespace winnow::measure
