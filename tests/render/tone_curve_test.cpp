// The CPU's copy of the tone curve and the encoding of screens are those of the shader that makes frames.
#include "base/tone_curve.h"

#include <gtest/gtest.h>
#include <glm/glm.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gl/buffer.h"
#include "support/shader_fixture.h"
#include "support/temporary_directory.h"

namespace winnow::test {
namespace {

/// Lights from below what a screen shows to far above, of many hues.
std::vector<glm::vec4> many_lights() {
    constexpr float hues[][3] = {{1, 1, 1}, {1, 0.5f, 0.066f}, {0.04f, 0.18f, 1}, {0, 1, 0}, {0.3f, 0, 0.9f}};
    std::vector<glm::vec4> lights{glm::vec4(0)};
    for (float stops = -10; stops <= 10; stops += 0.25f)
        for (const auto& [r, g, b] : hues) lights.emplace_back(glm::vec3(r, g, b) * std::exp2(stops), 0);
    return lights;
}

class ToneCurveTest : public ShaderTest {};

TEST_F(ToneCurveTest, TheCpuShowsLightAsTheShaderDoes) {
    const ShippedShaders folder;
    folder.write("curve.comp", R"(#include "render/frame/tone_curve.glsl"
layout(local_size_x = 1) in;
layout(std430, binding = 1) readonly buffer Lights { vec4 lights[]; };
layout(std430, binding = 2) writeonly buffer Levels { vec4 levels[]; };
void main() {
    const uint i = gl_WorkGroupID.x;
    levels[i] = vec4(srgb(shown(lights[i].rgb)), EXPOSURE);
}
)");
    gl::ShaderLibrary library(folder.path());
    const gl::Program program = library.load_compute("curve.comp");
    const std::vector<glm::vec4> lights = many_lights();
    gl::Buffer in = gl::plain_memory()->allocate(lights.size() * sizeof lights[0], "test lights");
    gl::Buffer out = gl::plain_memory()->allocate(lights.size() * sizeof lights[0], "test levels");
    in.write_all(std::span(lights));
    in.bind_storage(1);
    out.bind_storage(2);
    program.dispatch({static_cast<std::uint32_t>(lights.size())});
    const auto levels = out.read_all<glm::vec4>(lights.size());
    for (std::size_t i = 0; i < lights.size(); ++i) {
        const Light shown = tone_mapped({lights[i].r, lights[i].g, lights[i].b});
        for (int c = 0; c < 3; ++c)
            EXPECT_NEAR(encoded_srgb(shown[static_cast<std::size_t>(c)]), levels[i][c], 2e-4)
                << "light " << lights[i].r << ", " << lights[i].g << ", " << lights[i].b << ", part " << c;
        EXPECT_NEAR(curve_exposure, levels[i].a, 1e-6);
    }
}

TEST(Srgb, IsDecodedToWhatWasEncoded) {
    for (const double light : {0.0, 0.001, 0.0031308, 0.02, 0.5, 1.0})
        EXPECT_NEAR(decoded_srgb(encoded_srgb(light)), light, 1e-6);
    EXPECT_NEAR(encoded_srgb(0.2158605), 128.0 / 255, 1e-6);
}

}  // namespace
}  // namespace winnow::test
