// Pictures as sky and on the ground, and water, as frames show them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <optional>
#include <string>

#include "effects/modules/module_files.h"
#include "render/lighting.h"
#include "render/renderer_fixture.h"
#include "support/data_samples.h"
#include "support/temporary_directory.h"

namespace winnow::render {
namespace {

using effects::Ground;
using effects::Scenery;

constexpr effects::View ahead{{0, 1, 0}, 5, 0, 0, 1};  // looks along -z
constexpr effects::View behind{{0, 1, 0}, 5, 180, 0, 1};
constexpr effects::View straight_down{{0, 0, 0}, 2, 0, 89, 1};  // nearer than haze
constexpr effects::View down{{0, 0, 0}, 5, 0, 30, 1};

class SceneryPicturesTest : public RendererTest {
  protected:
    void SetUp() override {
        RendererTest::SetUp();
        if (!IsSkipped()) none_.emplace(0, 16);
    }

    /// Writes a picture of these shares of light, as sRGB encodes them.
    void write(const std::string& name, int width, int height,
               const std::function<glm::vec3(float x, float y)>& light) {
        directory_.write(name, test::png(width, height, [&](int x, int y) {
                             const glm::vec3 share =
                                 light((static_cast<float>(x) + 0.5f) / static_cast<float>(width),
                                       (static_cast<float>(y) + 0.5f) / static_cast<float>(height));
                             return glm::u8vec4(glm::u8vec3(share * 255.0f), 255);
                         }));
    }

    /// Four quarters around: red behind on the left, green ahead on the left, blue ahead on the right, and
    /// black behind on the right.
    void write_quarters() {
        write("sky.png", 64, 32, [](float x, float) {
            return x < 0.25f   ? glm::vec3(1, 0, 0)
                   : x < 0.5f  ? glm::vec3(0, 1, 0)
                   : x < 0.75f ? glm::vec3(0, 0, 1)
                               : glm::vec3(0);
        });
    }

    static Scenery under(const std::string& sky, Ground ground = Ground::none) {
        Scenery scenery;
        scenery.ground = ground;
        scenery.sky_picture.file = sky;
        return scenery;
    }

    Image drawn(const Scenery& scenery, const effects::View& view = ahead, double seconds = 0,
                bool by_tiles = false) const {
        Scene scene = scene_of(*none_, view);
        scene.scenery = scenery;
        scene.folder.path = directory_.path().string();
        scene.folder.contents = ++contents_;
        scene.plane.enabled = scenery.ground != Ground::none;
        scene.bloom = false;
        scene.seconds = seconds;
        scene.by_tiles = by_tiles;
        return draw(scene);
    }

    test::TemporaryDirectory directory_;
    std::optional<test::Field> none_;  // empty if the test is skipped
    mutable std::uint64_t contents_ = 0;
};

TEST(SceneryPicture, OfAnEffectThatHasNoneHasNoCode) {
    Scenery scenery;
    scenery.ground = Ground::plain;
    EXPECT_TRUE(sky_defines_of(scenery).empty());
    scenery.ground_picture.file = "a.png";
    EXPECT_EQ(sky_defines_of(scenery), (gl::Defines{{"GROUND_IS_PICTURE", "1"}}));
    scenery.ground = Ground::sand;
    EXPECT_TRUE(sky_defines_of(scenery).empty()) << "only plain ground has a picture";
    scenery.ground = Ground::water;
    EXPECT_EQ(sky_defines_of(scenery), (gl::Defines{{"WATER", "1"}, {"MIRRORS_SKY", "1"}}));
    scenery.sky_picture.file = "a.png";
    EXPECT_TRUE(defines_of(scenery).empty());
    scenery.sky_light = effects::SkyLight::sky;
    EXPECT_EQ(defines_of(scenery), (gl::Defines{{"SKY_HARMONICS", "1"}}));
}

TEST_F(SceneryPicturesTest, TheSkyIsSeenWhereThePictureHasIt) {
    write_quarters();
    Scenery scenery = under("sky.png");
    const Image front = drawn(scenery);
    EXPECT_GT(pixel(front, 40, 45).g, pixel(front, 40, 45).b + 100);
    EXPECT_GT(pixel(front, 120, 45).b, pixel(front, 120, 45).g + 100);
    const Image back = drawn(scenery, behind);
    EXPECT_GT(pixel(back, 120, 45).r, 100);
    EXPECT_LT(pixel(back, 40, 45).r, 20);
    scenery.sky_picture.turn = 90;
    const Image turned = drawn(scenery);
    EXPECT_GT(pixel(turned, 40, 45).r, 100) << "what was on the left";
    EXPECT_GT(pixel(turned, 120, 45).g, 100);
    scenery.sky_picture.brightness = 0;
    EXPECT_EQ(pixel(drawn(scenery), 40, 45), glm::ivec3(0));
}

TEST_F(SceneryPicturesTest, TheSkyHasNoSeamWhereThePicturesSidesMeet) {
    write("sky.png", 16, 900, [](float x, float y) {
        return glm::vec3(0.6f + 0.3f * std::sin(2 * std::numbers::pi_v<float> * x), 0.5f, y);
    });
    const Image image = drawn(under("sky.png"), behind);
    for (int y = 5; y < size.height; y += 20)
        for (int x = 1; x < size.width; ++x)
            for (int c = 0; c < 3; ++c)
                ASSERT_LE(std::abs(pixel(image, x, y)[c] - pixel(image, x - 1, y)[c]), 3) << x << ", " << y;
}

TEST_F(SceneryPicturesTest, TheSkyIsMirroredExceptBehindObjects) {
    write("sky.png", 16, 8, [](float, float) { return glm::vec3(0.2f, 0.9f, 0.2f); });
    Scenery scenery = under("sky.png", Ground::stone);
    const Image lit = drawn(scenery, down);
    EXPECT_GT(pixel(lit, 80, 70).g, pixel(lit, 80, 70).r + 30);
    effects::SceneObject& box = scenery.objects.emplace_back();
    box.position = {0, 2, -1};
    box.size = {30, 4, 0.5f};
    box.colour = {0, 0, 0};
    const Image hidden = drawn(scenery, down);
    EXPECT_LT(pixel(hidden, 80, 70).g, 0.6 * pixel(lit, 80, 70).g);
}

TEST_F(SceneryPicturesTest, TheSkyLightsThingsFromWhereItIsBright) {
    write("sky.png", 32, 16,
          [](float x, float) { return x > 0.5f ? glm::vec3(1, 0, 0) : glm::vec3(0, 0, 1); });
    Scenery scenery = under("sky.png");
    scenery.lamps = {{.brightness = 0}};
    scenery.sky_light = effects::SkyLight::sky;
    effects::SceneObject& ball = scenery.objects.emplace_back();
    ball.shape = effects::Solid::ball;
    ball.position = {0, 1, 0};
    ball.size = {2, 2, 2};
    ball.colour = {1, 1, 1};
    const Image image = drawn(scenery);
    EXPECT_GT(pixel(image, 100, 45).r, pixel(image, 100, 45).b + 40);
    EXPECT_GT(pixel(image, 60, 45).b, pixel(image, 60, 45).r + 40);
}

TEST_F(SceneryPicturesTest, LightThingsAlikeByTiles) {
    write("sky.png", 32, 16,
          [](float x, float y) { return x > 0.5f ? glm::vec3(1, y, 0) : glm::vec3(0, y, 1); });
    Scenery scenery = under("sky.png", Ground::plain);
    scenery.sky_light = effects::SkyLight::sky;
    scenery.lamps = {{.brightness = 0.3f}};
    effects::SceneObject& ball = scenery.objects.emplace_back();
    ball.shape = effects::Solid::ball;
    ball.position = {0, 1, 0};
    ball.size = {2, 2, 2};
    ball.colour = {1, 1, 1};
    const Image triangles = drawn(scenery), tiles = drawn(scenery, ahead, 0, true);
    ASSERT_TRUE(renderer_->drew_by_tiles()) << renderer_->why_triangles();
    for (int y = 5; y < size.height; y += 10)
        for (int x = 5; x < size.width; x += 10)
            for (int c = 0; c < 3; ++c)
                EXPECT_NEAR(pixel(tiles, x, y)[c], pixel(triangles, x, y)[c], 6) << x << ", " << y;
}

TEST_F(SceneryPicturesTest, TheirMemoryCountsAmongThatOfDrawing) {
    const auto grey = [](float, float) { return glm::vec3(0.5f); };
    write("sky.png", 8, 4, grey);
    write("ground.png", 2, 2, grey);
    constexpr std::uint64_t texel_bytes = 8;
    constexpr std::uint64_t sky_texels = 8 * 4 + 4 * 2 + 2 + 1, ground_texels = 2 * 2 + 1;  // of all levels
    Scenery scenery = under("sky.png", Ground::plain);
    drawn(scenery);
    EXPECT_EQ(renderer_->drawing_bytes(), texel_bytes * sky_texels);
    scenery.ground_picture.file = "ground.png";
    drawn(scenery);
    EXPECT_EQ(renderer_->drawing_bytes(), texel_bytes * (sky_texels + ground_texels));
    drawn({});
    EXPECT_EQ(renderer_->drawing_bytes(), 0u);
}

TEST_F(SceneryPicturesTest, GroundRepeatsItsPicture) {
    write("ground.png", 64, 64, [](float x, float) { return glm::vec3(x < 0.5f ? 0.9f : 0.0f); });
    Scenery scenery = under("", Ground::plain);
    scenery.ground_mirror = 0;
    scenery.ground_picture = {"ground.png", 1};
    const auto edges = [&] {
        const Image image = drawn(scenery, {{0, 0, 0}, 4, 0, 89, 1});
        int count = 0;
        for (int x = 1; x < size.width; ++x)
            count += (pixel(image, x, 45).g > 60) != (pixel(image, x - 1, 45).g > 60) ? 1 : 0;
        return count;
    };
    EXPECT_NEAR(edges(), 10, 1) << "5.2 metres are seen";
    scenery.ground_picture.size = 4;
    EXPECT_NEAR(edges(), 3, 1);
}

TEST_F(SceneryPicturesTest, WaterMirrorsMoreTheFlatterItIsSeenAndMoves) {
    write("sky.png", 16, 8, [](float, float) { return glm::vec3(0.9f); });
    Scenery scenery = under("sky.png", Ground::water);
    scenery.lamp = 0;
    scenery.water.waves = 0;
    EXPECT_LT(pixel(drawn(scenery, straight_down), 80, 45).g, 45) << "2 % of the sky";
    const Image flat = drawn(scenery, ahead);
    EXPECT_GT(pixel(flat, 80, 52).g, 120);
    EXPECT_LT(pixel(flat, 80, 88).g, pixel(flat, 80, 52).g - 20);
    scenery.water.haze = 1;
    EXPECT_GT(pixel(drawn(scenery, ahead), 80, 88).g, pixel(flat, 80, 88).g + 20) << "the horizon's colour";
    scenery.water.haze = 0;
    scenery.water.waves = 0.2f;
    const Image waves = drawn(scenery, ahead, 1);
    EXPECT_NE(waves, flat);
    EXPECT_EQ(drawn(scenery, ahead, 1), waves);
    EXPECT_NE(drawn(scenery, ahead, 1.2), waves);
    scenery.water.speed = 0;
    EXPECT_EQ(drawn(scenery, ahead, 7), drawn(scenery, ahead, 1));
    scenery.lamp = 1;
    scenery.water.colour = {0.5f, 0, 0};
    const glm::ivec3 deep = pixel(drawn(scenery, straight_down), 80, 45);
    EXPECT_GT(deep.r, deep.g + 60);
}

}  // namespace
}  // namespace winnow::render
