// The lamps, the sky's light and the light of objects, as surfaces show them.
#include "render/lighting.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "render/renderer_fixture.h"

namespace winnow::render {
namespace {

using effects::Lamp;

/// With the parameter by tiles, that is, by the rasteriser; else by triangles. A plate floats above a
/// studio's floor, seen from above; x is to the right.
class LightingTest : public RendererTest, public testing::WithParamInterface<bool> {
  protected:
    void SetUp() override {
        RendererTest::SetUp();
        if (!IsSkipped()) none_.emplace(0, 16);
    }

    static effects::SceneObject plate(float height) {
        effects::SceneObject plate;
        plate.position = {0, height, 0};
        plate.size = {1, 0.05f, 1};
        return plate;
    }

    Image drawn(const effects::Scenery& scenery, bool by_tiles = false) const {
        Scene scene = scene_of(*none_, {{0, 0, 0}, 6, 0, 89, 1});
        scene.scenery = scenery;
        scene.bloom = false;
        scene.by_tiles = by_tiles;
        return draw(scene);
    }

    static effects::Scenery scenery_of(std::vector<Lamp> lamps,
                                       std::vector<effects::SceneObject> objects = {plate(1)}) {
        effects::Scenery scenery{effects::Ground::studio, effects::Sky::black, 1, std::move(objects)};
        scenery.lamps = std::move(lamps);
        return scenery;
    }

    /// Returns a channel along the middle row.
    static std::vector<int> row_of(const Image& image, int channel = 1) {
        std::vector<int> row;
        const auto width = static_cast<std::size_t>(image.size.width);
        const std::size_t first = static_cast<std::size_t>(image.size.height / 2) * width;
        for (std::size_t x = 0; x < width; ++x)
            row.push_back(image.pixels[(first + x) * Image::channels + static_cast<std::size_t>(channel)]);
        return row;
    }

    /// Returns the pixels of the row that are darker by less than a share of what the shadow takes, but
    /// darker.
    static int half_lit(const std::vector<int>& with, const std::vector<int>& without) {
        int most = 0, half = 0;
        for (std::size_t x = 0; x < with.size(); ++x) most = std::max(most, without[x] - with[x]);
        for (std::size_t x = 0; x < with.size(); ++x) {
            const double share = (without[x] - with[x]) / static_cast<double>(std::max(most, 1));
            half += share > 0.15 && share < 0.85 ? 1 : 0;
        }
        return half;
    }

    /// Returns how many pixels of the row a shadow darkens by half or more of what it takes at most.
    static int dark(const Image& with, const Image& without) {
        const std::vector<int> a = row_of(with), b = row_of(without);
        int count = 0;
        for (std::size_t x = 0; x < a.size(); ++x) count += a[x] < 0.75 * b[x] ? 1 : 0;
        return count;
    }

    std::optional<test::Field> none_;  // empty if the test is skipped
};

constexpr Lamp from_left{.direction = {-1, 1, 0}, .colour = {1, 1, 1}, .size = 0.2f};
constexpr Lamp from_right{.direction = {1, 1, 0}, .colour = {1, 1, 1}, .size = 0.2f};

TEST(Lighting, OfAnEffectThatAsksForNothingHasNoCode) {
    EXPECT_TRUE(defines_of({}).empty());
    effects::Scenery scenery;
    scenery.objects.emplace_back().glow = 3;
    EXPECT_TRUE(defines_of(scenery).empty());
    scenery.objects[0].lights = true;
    EXPECT_EQ(defines_of(scenery).size(), 1u);
    scenery.lamps = {Lamp{.shadows = false}, Lamp{.shadows = false}};
    EXPECT_EQ(defines_of(scenery).size(), 2u) << "lamps without shadows";
}

TEST(Lighting, ShadowsOfSmallLampsAreSharp) {
    effects::Scenery scenery;
    scenery.lamps = {Lamp{.size = 0.1f}};
    EXPECT_TRUE(defines_of(scenery).empty());
    scenery.lamps[0].size = 0.2f;
    EXPECT_EQ(defines_of(scenery).size(), 1u) << "soft ones";
}

TEST(Lighting, TheFirstLampThatCastsShadowsComesFirst) {
    effects::Scenery scenery;
    EXPECT_EQ(lamps_of(scenery), std::vector{Lamp()});
    scenery.lamps = {Lamp{.brightness = 3, .shadows = false}, from_left, from_right};
    EXPECT_EQ(lamps_of(scenery), (std::vector{from_left, scenery.lamps[0], from_right}));
}

TEST(Lighting, OnlyShadowsOfSolidsInSeveralLampsHaveCode) {
    effects::Scenery scenery;
    EXPECT_EQ(casting_lamps(scenery), std::vector{0u});
    scenery.lamps = {Lamp{.brightness = 3, .shadows = false}, from_left};
    EXPECT_EQ(casting_lamps(scenery), std::vector{0u});
    EXPECT_TRUE((SolidShadows{16, casting_lamps(scenery)}.defines().empty()));
    scenery.lamps.push_back(from_right);
    EXPECT_EQ(casting_lamps(scenery), (std::vector{0u, 2u}));
    EXPECT_EQ((SolidShadows{16, casting_lamps(scenery)}.defines().size()), 1u);
    const shared::Lighting block = lighting_of(scenery, {}, {});
    EXPECT_EQ(block.lamp[0].map.z, 0);
    EXPECT_EQ(block.lamp[1].map.w, 0) << "nothing casts shadows in it";
    EXPECT_EQ(block.lamp[2].map.z, 1) << "its map is the second, also where no objects have maps";
    EXPECT_GT(block.lamp[2].map.w, 0);
}

TEST(Lighting, ALampFromAboveHasAxes) {
    effects::Scenery scenery;
    scenery.lamps = {Lamp{.direction = {0, 1e6f, 0}}};
    const shared::Lighting block = lighting_of(scenery, {}, {});
    EXPECT_NEAR(glm::length(glm::vec3(block.right.x, block.right.y, block.right.z)), 1, 1e-5);
    EXPECT_FLOAT_EQ(block.lamp[0].to_lamp.y, 1);
}

TEST_F(LightingTest, ShadowsFallAwayFromTheLamp) {
    const auto middle_of_shadow = [&](const Lamp& lamp) {
        const std::vector<int> with = row_of(drawn(scenery_of({lamp}))),
                               without = row_of(drawn(scenery_of({lamp}, {plate(200)})));
        double sum = 0, count = 0;
        for (std::size_t x = 0; x < with.size(); ++x)
            if (with[x] < 0.7 * without[x]) sum += static_cast<double>(x), ++count;
        EXPECT_GT(count, 10);
        return sum / count - 79.5;
    };
    const double left = middle_of_shadow(from_left), right = middle_of_shadow(from_right);
    EXPECT_GT(left, 10);
    EXPECT_NEAR(left, -right, 2);
}

TEST_F(LightingTest, ALampHasAColourAndABrightness) {
    const auto light = [&](Lamp lamp, int channel) {
        return row_of(drawn(scenery_of({lamp}, {})), channel)[20];
    };
    Lamp red = from_left;
    red.colour = {1, 0, 0};
    EXPECT_GT(light(red, 0), light(red, 1) + 40);
    Lamp weak = red;
    weak.brightness = 0.2f;
    EXPECT_LT(light(weak, 0), light(red, 0) - 40);
    EXPECT_EQ(light(weak, 1), light(red, 1)) << "the sky's light";
}

TEST_F(LightingTest, AWideLampSoftensShadowsMoreTheFartherTheyFall) {
    const auto edges = [&](float size, float height) {
        Lamp lamp = from_left;
        lamp.size = size;
        const std::vector<int> with = row_of(drawn(scenery_of({lamp}, {plate(height)}))),
                               without = row_of(drawn(scenery_of({lamp}, {plate(400)})));
        return half_lit({with.begin() + 95, with.end()}, {without.begin() + 95, without.end()});
    };
    const int hard = edges(0.2f, 0.8f), low = edges(30, 0.3f), high = edges(30, 0.8f);
    EXPECT_LE(hard, 4);
    EXPECT_GT(low, hard);
    EXPECT_GT(high, low + 3);
}

TEST_F(LightingTest, OnlyLampsThatSaySoCastShadows) {
    Lamp bare = from_left;
    bare.shadows = false;
    const effects::SceneObject away = plate(400);
    EXPECT_EQ(dark(drawn(scenery_of({bare})), drawn(scenery_of({bare}, {away}))), 0);
    Lamp other = from_right;
    other.shadows = false;
    const int one =
        dark(drawn(scenery_of({from_left, other})), drawn(scenery_of({from_left, other}, {away})));
    const int two =
        dark(drawn(scenery_of({from_left, from_right})), drawn(scenery_of({from_left, from_right}, {away})));
    EXPECT_GT(one, 10);
    EXPECT_NEAR(two, 2 * one, 4);
}

TEST_F(LightingTest, TheSkysLightFollowsTheSkyIfAsked) {
    const auto light = [&](effects::SkyLight from, effects::Sky sky, float ambient) {
        effects::Scenery scenery = scenery_of({Lamp{.brightness = 0}}, {});
        scenery.sky_light = from;
        scenery.sky = sky;
        scenery.ambient = ambient;
        return row_of(drawn(scenery), 2)[20];
    };
    EXPECT_GT(light(effects::SkyLight::usual, effects::Sky::black, 1), 15);
    EXPECT_EQ(light(effects::SkyLight::usual, effects::Sky::black, 0), 0);
    EXPECT_EQ(light(effects::SkyLight::sky, effects::Sky::black, 100), 0);
    EXPECT_GT(light(effects::SkyLight::sky, effects::Sky::dusk, 100),
              light(effects::SkyLight::sky, effects::Sky::dusk, 5));
}

TEST_F(LightingTest, AnObjectsGlowLightsTheGroundIfItSaysSo) {
    const auto row = [&](bool lights) {
        effects::SceneObject lantern;
        lantern.shape = effects::Solid::ball;
        lantern.position = {0, 0.5f, 0};
        lantern.size = {0.3f, 0.3f, 0.3f};
        lantern.colour = {1, 1, 1};
        lantern.glow = 30;
        lantern.lights = lights;
        effects::Scenery scenery = scenery_of({}, {lantern});
        scenery.lamp = 0;
        return row_of(drawn(scenery));
    };
    const std::vector<int> with = row(true), without = row(false);
    EXPECT_EQ(without[40], 0);
    EXPECT_GT(with[55], with[30] + 10) << "nearer";
    EXPECT_GT(with[30], without[30]);
}

TEST_F(LightingTest, IsTheSameByTiles) {
    effects::SceneObject lantern = plate(0.4f);
    lantern.position.x = -1.5f;
    lantern.glow = 5;
    lantern.lights = true;
    Lamp wide = from_right;
    wide.size = 20;
    const effects::Scenery scenery = scenery_of({from_left, wide}, {plate(1), lantern});
    const std::vector<int> triangles = row_of(drawn(scenery)), tiles = row_of(drawn(scenery, true));
    for (std::size_t x = 0; x < tiles.size(); ++x) EXPECT_NEAR(tiles[x], triangles[x], 6) << x;
}

}  // namespace
}  // namespace winnow::render
