// Pictures of particles between two steps, and of births of different steps as one stream.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
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

class FramesBetweenSteps : public RendererTest {
  protected:
    /// Returns the effect of an emitter on a black stage, at 10 steps per second.
    static effects::Effect effect_of(const std::string& emitter) {
        return effects::parse(R"({"format": 2, "steps_per_second": 10, "floor": {"enabled": false},
            "scenery": {"ground": "none", "sky": "black"},
            "view": {"target": [0, 0, 0], "distance": 4, "yaw": 0, "pitch": 0}, "emitters": [)" +
                                  emitter + "]}",
                              "test");
    }
    /// Draws what is seen so many steps before the end of the last step.
    Image seen(const test::PlayedEffect& played, float behind) {
        Scene scene = played.scene();
        scene.bloom = false;
        scene.living.behind = behind;
        return draw(scene, {320, 80});
    }
    /// Returns the column of pixels in the middle of what is lit.
    static double middle_of(const Image& image) {
        double sum = 0, light = 0;
        for (std::size_t i = 0; i < image.pixels.size(); i += 3) {
            const auto column = static_cast<double>(i / 3 % static_cast<std::size_t>(image.size.width));
            sum += column * image.pixels[i];
            light += image.pixels[i];
        }
        return sum / light;
    }
};

TEST_F(FramesBetweenSteps, ParticlesMoveEvenly) {
    const effects::Effect effect =
        effect_of(R"x({"rate": 0, "lifetime": 9, "bursts": [{"count": 1}], "modules": [
            {"module": "point"}, {"module": "jet", "direction": [1, 0, 0], "spread": 0, "speed": 4}, {"module": "size", "diameter": 0.2}]})x");
    const test::PlayedEffect before(facts(), effect, 3), played(facts(), effect, 4);
    const double begin = middle_of(seen(before, 0)), end = middle_of(seen(played, 0));
    EXPECT_GT(end - begin, 8);
    for (const float behind : {0.25f, 0.5f, 0.75f})
        EXPECT_NEAR(middle_of(seen(played, behind)), end + (begin - end) * behind, 0.2) << behind;
}

TEST_F(FramesBetweenSteps, BirthsAreSeenFromTheirMomentOn) {
    const effects::Effect effect = effect_of(R"x({"rate": 80, "lifetime": 9, "modules": [
        {"module": "box", "size": [4, 0, 0]}, {"module": "size", "diameter": 0.1}]})x");
    const test::PlayedEffect played(facts(), effect, 1);
    const int born = lit_parts(seen(played, 0));
    EXPECT_GT(born, 4);
    int earlier = born;
    for (const float behind : {0.3f, 0.6f, 0.9f}) {
        const int now = lit_parts(seen(played, behind));
        EXPECT_LE(now, earlier) << behind;
        earlier = now;
    }
    EXPECT_LT(earlier, born / 2);
}

}  // namespace
}  // namespace winnow::render
