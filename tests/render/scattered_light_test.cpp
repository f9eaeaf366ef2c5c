// Light that particles scatter: from all around and of their own, weakened by what is in the way, and how far
// it goes straight.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "render/renderer_fixture.h"
#include "verify/sprite_set.h"

namespace winnow::render {
namespace {

using effects::Emitter;
using particles::Particle;

constexpr effects::View from_front{{0, 0, 0}, 6, 0, 0, 1};  // looks along -z
constexpr std::uint32_t smoke = 0, fire = 1;                // emitters

Particle at(const glm::vec3& place, std::uint32_t emitter = smoke) {
    return {{place.x, place.y, place.z}, 10, {0, 0, 0}, 120, 1, 0, emitter, 0};
}

Emitter puffs(float diameter, float alpha, float forward = 0) {
    Emitter emitter;
    emitter.blend = effects::EmitterBlend::alpha;
    emitter.modules = {{"colour", true, {{"colour", glm::vec4(0.5f, 0.5f, 0.5f, alpha)}}},
                       {"size", true, {{"diameter", diameter}}},
                       {"shading", true, {{"forward", forward}}}};
    return emitter;
}

Emitter flames() {
    Emitter emitter;
    emitter.blend = effects::EmitterBlend::additive;
    emitter.modules = {{"colour", true, {{"colour", glm::vec4(40, 4, 0, 1)}}},
                       {"size", true, {{"diameter", 0.3f}}}};
    return emitter;
}

class ScatteredLightTest : public RendererTest {
  protected:
    void SetUp() override {
        RendererTest::SetUp();
        scenery.ground = effects::Ground::none;
        scenery.sky = effects::Sky::black;
        scenery.lamps = {dark_};
        scenery.scattered_light = true;
    }

    Image drawn(const std::vector<Particle>& living, const std::vector<Emitter>& emitters) const {
        const verify::SpriteSet set(living, emitters);
        Scene scene = render::scene_of(set.living(), from_front);
        scene.bloom = false;
        scene.plane.enabled = false;
        scene.by_tiles = by_tiles;
        scene.order.bounds = bounds_of(*set.living().program);
        scene.covers = true;
        scene.shaded = true;
        scene.scenery = scenery;
        return draw(scene);
    }

    /// Returns the mean of a channel over a part of the picture, whose sides are 0 to 1.
    static double mean(const Image& image, double left, double top, double right, double bottom,
                       int channel) {
        const auto pixel = [](double share, int pixels) { return static_cast<int>(share * pixels); };
        double sum = 0;
        int count = 0;
        for (int y = pixel(top, image.size.height); y < pixel(bottom, image.size.height); ++y)
            for (int x = pixel(left, image.size.width); x < pixel(right, image.size.width); ++x, ++count)
                sum += image.pixels[static_cast<std::size_t>((y * image.size.width + x) * Image::channels +
                                                             channel)];
        return sum / count;
    }
    static double blue(const Image& image) { return mean(image, 0, 0, 1, 1, 2); }

    effects::Scenery scenery;
    bool by_tiles = false;

  private:
    const effects::Lamp dark_{.brightness = 0};
};

TEST_F(ScatteredLightTest, OfTheSkyIsWhatItWasWhereTheAirIsEmpty) {
    scenery.ambient = 30;
    // Two that are not seen make the box large, so that the puff takes little from itself.
    const std::vector<Particle> living{at({0, 0, 0}), at({-4, -4, -4}), at({4, 4, -4})};
    const Image with = drawn(living, {puffs(0.3f, 0.5f)});
    scenery.scattered_light = false;
    const Image without = drawn(living, {puffs(0.3f, 0.5f)});
    EXPECT_GT(blue(without), 0.2);
    EXPECT_NEAR(blue(with), blue(without), 0.06 * blue(without));
}

TEST_F(ScatteredLightTest, OfTheSkyHardlyComesThroughACloud) {
    scenery.ambient = 1;
    constexpr int side = 8;
    std::vector<Particle> cloud;
    for (int i = 0; i < side * side * side; ++i)
        cloud.push_back(
            at(glm::vec3(i % side, i / side % side, i / (side * side)) * (2.0f / (side - 1)) - 1.0f));
    const auto above_to_below = [&] {
        const Image image = drawn(cloud, {puffs(0.5f, 0.9f)});
        return mean(image, 0.45, 0.29, 0.55, 0.34, 2) / mean(image, 0.45, 0.66, 0.55, 0.71, 2);
    };
    EXPECT_GT(above_to_below(), 1.5) << "the sky is above";
    scenery.scattered_light = false;
    EXPECT_NEAR(above_to_below(), 1, 0.05);
}

TEST_F(ScatteredLightTest, OfAFireReachesSmokeButNotThroughOther) {
    const auto red_of = [&](bool burns, bool has_wall) {
        std::vector<Particle> living{at({1, 0, 0})};
        for (int i = 0; burns && i < 8; ++i)
            living.push_back(at({-1, 0.1f * static_cast<float>(i - 4), 0}, fire));
        for (int i = 0; has_wall && i < 400; ++i)
            living.push_back(
                at({0, 0.1f * static_cast<float>(i % 20 - 10), 0.1f * static_cast<float>(i / 20 - 10)}));
        return mean(drawn(living, {puffs(0.5f, 0.9f), flames()}), 0.6, 0.3, 0.8, 0.7, 0);
    };
    for (by_tiles = false;; by_tiles = true) {
        const double lit = red_of(true, false), dark = red_of(false, false), behind = red_of(true, true);
        EXPECT_GT(lit, dark + 2) << by_tiles;
        EXPECT_LT(behind - dark, 0.5 * (lit - dark)) << by_tiles;
        if (by_tiles) break;
    }
    scenery.scattered_light = false;
    const std::uint64_t bytes = renderer_->drawing_bytes();
    EXPECT_EQ(red_of(true, false), red_of(false, false)) << "only what is asked for shines";
    EXPECT_GT(bytes, renderer_->drawing_bytes() + 3'000'000) << "its grid is held only while it is asked for";
}

TEST_F(ScatteredLightTest, OfTheLampGoesOnAsStraightAsSmokeLetsIt) {
    scenery.ambient = 0;
    scenery.scattered_light = false;
    const auto seen = [&](float z, float forward) {
        scenery.lamps = {{.direction = {0, 0, z}, .shadows = false}};
        return blue(drawn({at({0, 0, 0})}, {puffs(1, 0.5f, forward)}));
    };
    const double even = seen(-1, 0);
    EXPECT_NEAR(seen(1, 0), even, 0.01 * even);
    EXPECT_GT(seen(-1, 0.5f), 1.3 * even) << "against the light";
    EXPECT_LT(seen(1, 0.5f), 0.8 * even) << "with the light";
    EXPECT_GT(seen(1, -0.5f), 1.3 * even);
}

}  // namespace
}  // namespace winnow::render
