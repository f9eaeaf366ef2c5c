// Particles as lights: what they shine on, how far, and which of too many do.
#include "render/point_lights.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "render/renderer_fixture.h"
#include "shaders/render/lighting/point_lights.h"
#include "shaders/shared.h"
#include "verify/sprite_set.h"

namespace winnow::render {
namespace {

using effects::Emitter;
using particles::Particle;

/// Looks down at the ground around the origin.
constexpr effects::View from_above{{0, 0, 0}, 6, 0, 85, 1};
constexpr std::uint32_t shiner = 0, other = 1;  // emitters

Particle speck(const glm::vec3& place, std::uint32_t emitter, std::uint32_t ordinal = 0) {
    return {{place.x, place.y, place.z}, 10, {0, 0, 0}, 120, 1, ordinal, emitter, 0};
}

/// Particles too small to be seen, whose light has this reach.
Emitter shining(const glm::vec4& colour, float strength, float radius) {
    Emitter emitter;
    emitter.modules = {{"colour", true, {{"colour", colour}}},
                       {"size", true, {{"diameter", 0}}},
                       {"light", true, {{"strength", strength}, {"radius", radius}}}};
    return emitter;
}

class PointLightsTest : public RendererTest {
  protected:
    Image drawn(const std::vector<Particle>& living, const std::vector<Emitter>& emitters) const {
        const verify::SpriteSet set(living, emitters);
        Scene scene = render::scene_of(set.living(), from_above);
        scene.bloom = false;
        scene.by_tiles = by_tiles;
        scene.order.bounds = bounds_of(*set.living().program);
        scene.covers = covers;
        scene.shaded = covers;
        scene.scenery = scenery;
        return draw(scene);
    }

    /// Returns the mean of a channel in the column of pixels at this share of the width.
    static double column(const Image& image, double share, int channel = 0) {
        const int x = static_cast<int>(share * image.size.width);
        double sum = 0;
        for (int y = 0; y < image.size.height; ++y)
            sum +=
                image
                    .pixels[static_cast<std::size_t>((y * image.size.width + x) * Image::channels + channel)];
        return sum / image.size.height;
    }
    static double brightness(const Image& image) {
        double sum = 0;
        for (const std::uint8_t value : image.pixels) sum += value;
        return sum / static_cast<double>(image.pixels.size());
    }

    effects::Scenery scenery{effects::Ground::sand, effects::Sky::black, 0};
    bool by_tiles = false, covers = false;
};

TEST_F(PointLightsTest, TheyShineOnTheGroundAsFarAsTheyReach) {
    const auto at = [&](float x, float reach) {
        return drawn({speck({x, 0.5f, 0}, shiner)}, {shining({20, 2, 2, 1}, 1, reach)});
    };
    const Image right = at(1.5f, 2), none = at(1.5f, 0.3f);
    EXPECT_GT(column(right, 0.75), column(right, 0.25) + 10);
    EXPECT_GT(column(right, 0.75, 0), column(right, 0.75, 2) + 10) << "its light is red";
    EXPECT_LT(brightness(none), 0.1) << "ends above the ground";
    EXPECT_GT(column(at(-1.5f, 2), 0.25), column(at(-1.5f, 2), 0.75) + 10);
}

TEST_F(PointLightsTest, TheyShineOnObjectsFromTheirSide) {
    scenery.ground = effects::Ground::none;
    effects::SceneObject ball;
    ball.shape = effects::Solid::ball;
    ball.size = {3, 3, 3};
    scenery.objects = {ball};
    const Image image = drawn({speck({2.5f, 1.5f, 0}, shiner)}, {shining({5, 5, 5, 1}, 2, 4)});
    EXPECT_GT(column(image, 0.6), 3 * column(image, 0.4) + 5);
}

TEST_F(PointLightsTest, TheyLightParticlesThatAreShaded) {
    covers = true;
    scenery.ground = effects::Ground::none;
    for (by_tiles = false;; by_tiles = true) {
        const auto with = [&](float strength, float share) {
            Emitter smoke;
            smoke.blend = effects::EmitterBlend::alpha;
            smoke.modules = {{"colour", true, {{"colour", glm::vec4(0.5f, 0.5f, 0.5f, 0.9f)}}},
                             {"size", true, {{"diameter", 2}}},
                             {"shading", true, {{"share", share}}}};
            return brightness(drawn({speck({0, 0.3f, 0}, shiner), speck({0, 0, 0}, other)},
                                    {shining({1, 1, 1, 1}, strength, 3), smoke}));
        };
        EXPECT_GT(with(3, 1), with(0.1f, 1) + 3) << by_tiles;
        EXPECT_EQ(with(3, 0), with(0.1f, 0)) << "light of their own, " << by_tiles;
        if (by_tiles) break;
    }
}

TEST_F(PointLightsTest, LightsAddUpWhateverTheirOrder) {
    const auto field = [&](int count, bool backwards) {
        std::vector<Particle> all;
        for (int i = 0; i < count; ++i) {
            const int n = backwards ? count - 1 - i : i;
            const auto a = static_cast<float>(n) * 2.4f;
            all.push_back(
                speck({2 * std::cos(a), 0.4f, 2 * std::sin(a)}, shiner, static_cast<std::uint32_t>(n)));
        }
        return drawn(all, {shining({1, 1, 1, 1}, 0.2f, 1)});
    };
    EXPECT_EQ(field(40, false), field(40, true));
    EXPECT_GT(brightness(field(40, false)), 1.3 * brightness(field(10, false)));
}

TEST_F(PointLightsTest, OfTooManyTheBrightestShine) {
    const auto crowd = [&](std::uint32_t count, float strength) {
        std::vector<Particle> all;
        for (std::uint32_t i = 0; i < count; ++i) all.push_back(speck({-1.5f, 0.5f, 0}, other, i));
        all.push_back(speck({1.5f, 0.5f, 0}, shiner, count));  // behind all others
        return drawn(all, {shining({40, 40, 40, 1}, 1, 1.5f), shining({1, 1, 1, 1}, strength, 1.5f)});
    };
    const std::uint32_t most = shared::MAX_POINT_LIGHTS;
    EXPECT_GT(column(crowd(2 * most, 0.0002f), 0.75), 20) << "the last and brightest";
    // As many of the others shine as there is room for.
    const double few = column(crowd(most / 2, 0.01f), 0.25), many = column(crowd(4 * most, 0.01f), 0.25);
    EXPECT_GT(few, 2);
    EXPECT_GT(many, 1.2 * few);
    EXPECT_LT(many, 1.9 * few) << "twice the light at most, in a picture that is not linear";
}

TEST_F(PointLightsTest, AreFoundAmongManyThatDoNotShine) {
    Emitter dark;
    dark.modules = {{"size", true, {{"diameter", 0}}}};
    const auto drawn_among = [&](std::uint32_t count) {
        std::vector<Particle> all;
        const std::uint32_t tile = shared::POINT_LIGHT_TILE;
        for (const std::uint32_t at : {0U, tile - 1, tile, 3 * tile + 7}) {
            while (all.size() < std::min(at, count)) all.push_back(speck({0, 0.5f, 0}, other));
            const float x = -2 + static_cast<float>(at) / static_cast<float>(tile);
            all.push_back(speck({x, 0.3f, 0}, shiner, at));
        }
        return drawn(all, {shining({2, 2, 2, 1}, 1, 0.8f), dark});
    };
    const Image alone = drawn_among(0);
    EXPECT_GT(brightness(alone), 0.5);
    EXPECT_EQ(drawn_among(4 * shared::POINT_LIGHT_TILE), alone);
}

TEST_F(PointLightsTest, NeitherNumbersWithoutEndNorNoneAreLights) {
    const Image dark = drawn({}, {shining({1, 1, 1, 1}, 1, 1)});
    EXPECT_EQ(drawn({speck({0, 0.2f, 0}, shiner)}, {shining({1, 1, 1, 1}, 0, 1)}), dark);
    EXPECT_EQ(drawn({speck({0, 0.2f, 0}, shiner)}, {shining({1, 1, 1, 1}, 1, 0)}), dark);
    EXPECT_EQ(drawn({speck({0, 0.2f, 0}, shiner)}, {shining({1, 1, 1, 0}, 1, 1)}), dark);
    EXPECT_NE(drawn({speck({0, 0.2f, 0}, shiner)}, {shining({1, 1, 1, 1}, 1, 1)}), dark);
}

}  // namespace
}  // namespace winnow::render
