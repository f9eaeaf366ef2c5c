// Pictures of emitters with very many births: those of different steps are drawn as one stream.
#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "effects/format/effect_file.h"
#include "render/played_effect.h"
#include "render/renderer_fixture.h"

namespace winnow::render {
namespace {

using BlendedStepsTest = RendererTest;

/// Returns how many parts of the image are lit that do not touch each other.
int lit_parts(const Image& image) {
    const int width = image.size.width, height = image.size.height;
    std::vector<bool> is_open;  // lit, and not counted yet
    for (std::size_t i = 0; i < image.pixels.size(); i += 3) is_open.push_back(image.pixels[i] > 12);
    const auto take = [&](int x, int y) {
        if (x < 0 || y < 0 || x >= width || y >= height) return false;
        const auto at = static_cast<std::size_t>(y * width + x);
        const bool is_taken = is_open[at];
        is_open[at] = false;
        return is_taken;
    };
    int parts = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            if (!take(x, y)) continue;
            ++parts;
            std::vector<gl::Size> reached{{x, y}};
            while (!reached.empty()) {
                const gl::Size at = reached.back();
                reached.pop_back();
                for (const int dy : {-1, 0, 1})
                    for (const int dx : {-1, 0, 1})
                        if (take(at.width + dx, at.height + dy))
                            reached.push_back({at.width + dx, at.height + dy});
            }
        }
    return parts;
}

// Each step's births are a piece of the jet. As the jet rises they become slower and, if nothing were done,
// the pieces would lie beside each other.
TEST_F(BlendedStepsTest, AJetThatSwingsIsOneLine) {
    const effects::Effect effect = effects::parse(R"x({"format": 2, "steps_per_second": 20,
        "floor": {"enabled": false}, "scenery": {"ground": "none", "sky": "black"},
        "view": {"target": [0, 1, 0], "distance": 3.5, "yaw": 0, "pitch": 0},
        "emitters": [{"rate": 410, "lifetime": 2, "modules": [
            {"module": "jet", "direction": "vec3(0.7 * sin(9 * time), 1, 0)", "spread": 0, "speed": 6},
            {"module": "gravity"}, {"module": "drag", "rate": 0.4},
            {"module": "colour", "colour": [30, 30, 30, 1]}, {"module": "size", "diameter": 0.02}]}]})x",
                                                  "test");
    const test::PlayedEffect played(facts(), effect, 15, 100);
    Scene scene = played.scene();
    scene.bloom = false;
    EXPECT_EQ(lit_parts(draw(scene, {320, 240})), 1);
}

}  // namespace
}  // namespace winnow::render
