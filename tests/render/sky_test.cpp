// The sky, the air and the ground that a scenery asks for, as frames show them.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "render/lighting.h"
#include "render/renderer_fixture.h"

namespace winnow::render {
namespace {

using effects::Scenery;

constexpr effects::View level{{0, 1, 0}, 5, 0, 0, 1};  // looks along -z

class SkyTest : public RendererTest {
  protected:
    void SetUp() override {
        RendererTest::SetUp();
        if (IsSkipped()) return;
        field_.emplace(400);
        none_.emplace(0, 16);
    }

    static Scene of(const test::Field& field, const Scenery& scenery, const effects::View& view = level) {
        Scene scene = render::scene_of(field, view);
        scene.scenery = scenery;
        scene.plane.enabled = scenery.ground != effects::Ground::none;
        scene.bloom = false;
        return scene;
    }
    Image drawn(const Scenery& scenery, const effects::View& view = level) const {
        return draw(of(*none_, scenery, view));
    }

    static Scenery open() {
        Scenery scenery;
        scenery.ground = effects::Ground::none;
        scenery.sky = effects::Sky::black;
        return scenery;
    }

    static double mean(const Image& image) {
        double sum = 0;
        for (const std::uint8_t value : image.pixels) sum += value;
        return sum / static_cast<double>(image.pixels.size());
    }

    std::optional<test::Field> field_, none_;  // empty if the test is skipped
};

TEST(Sky, OfAnEffectThatAsksForNothingHasNoCode) {
    EXPECT_TRUE(sky_defines_of({}).empty());
    EXPECT_TRUE(air_defines_of({}).empty());
}

TEST_F(SkyTest, AGradientHasItsColoursAtTheirHeights) {
    Scenery scenery = open();
    scenery.gradient = {{-10, {0, 0, 1}, 1}, {0, {1, 0, 0}, 1}, {15, {0, 1, 0}, 1}};
    const Image image = drawn(scenery);
    const glm::ivec3 top = pixel(image, 80, 2), middle = pixel(image, 80, 45), bottom = pixel(image, 80, 87);
    EXPECT_GT(top.g, top.r + 60);
    EXPECT_GT(middle.r, middle.g + 60);
    EXPECT_GT(middle.r, middle.b + 60);
    EXPECT_GT(bottom.b, bottom.r + 60);
}

TEST_F(SkyTest, TheSunStandsWhereTheLampIs) {
    Scenery scenery = open();
    scenery.lamps = {{.direction = {0.1f, 0.1f, -1}, .size = 2}};
    scenery.sun = 20;
    const Image image = drawn(scenery);
    glm::ivec2 brightest(0);
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            if (pixel(image, x, y).r > pixel(image, brightest.x, brightest.y).r) brightest = {x, y};
    EXPECT_GT(pixel(image, brightest.x, brightest.y).r, 200);
    EXPECT_NEAR(brightest.x - 79.5, 44.5 - brightest.y, 3)
        << "as far to the right as up, where the sky is drawn smaller";
    EXPECT_GT(brightest.x, 84);
    EXPECT_LT(pixel(image, 20, 80).r, 60);
    scenery.sun = 0;
    EXPECT_EQ(mean(drawn(scenery)), 0);
}

TEST_F(SkyTest, StarsAndCloudsAreSeenInAGradient) {
    Scenery scenery = open();
    scenery.gradient = {{0, {0, 0, 0.02f}, 1}};
    const effects::View up{{0, 1, 0}, 5, 0, -40, 1};
    const Image plain = drawn(scenery, up);
    scenery.stars = 3;
    EXPECT_GT(mean(drawn(scenery, up)), mean(plain));
    scenery.stars = 0;
    scenery.clouds.cover = 0.6f;
    scenery.clouds.speed = 0.2f;
    const Image cloudy = drawn(scenery, up);
    EXPECT_GT(mean(cloudy), mean(plain) + 5);
    Scene later = of(*none_, scenery, up);
    later.seconds = 10;
    EXPECT_NE(draw(later), cloudy) << "they drift";
}

TEST_F(SkyTest, FogHidesWhatIsFarAndIsLit) {
    Scenery scenery = open();
    scenery.objects.resize(2);
    scenery.objects[0].position = {-1, 1, 1};
    scenery.objects[1].position = {12, 1, -60};
    scenery.objects[1].size = {12, 12, 1};
    for (effects::SceneObject& object : scenery.objects) {
        object.colour = {1, 0, 0};
        object.glow = 2;
    }
    const auto red = [](glm::ivec3 colour) { return colour.r - colour.g; };
    const glm::ivec2 near{40, 45}, distant{98, 45};
    const Image clear = drawn(scenery);
    scenery.fog = {.density = 0.05f};
    const Image foggy = drawn(scenery);
    EXPECT_GT(red(pixel(clear, distant.x, distant.y)), 80);
    EXPECT_LT(red(pixel(foggy, distant.x, distant.y)), 30);
    EXPECT_GT(red(pixel(foggy, near.x, near.y)), 0.7 * red(pixel(clear, near.x, near.y)));
    EXPECT_GT(pixel(foggy, 150, 5).g, 20) << "the sky behind it";
    scenery.fog.base = -40;
    scenery.fog.thickness = 2;
    EXPECT_GT(red(pixel(drawn(scenery), distant.x, distant.y)), 80) << "it lies far below";
    scenery.fog = {.density = 0.05f, .forward = 0.7f};
    scenery.lamps = {{.direction = {0, 0, -1}}};
    const glm::ivec3 towards = pixel(drawn(scenery), 98, 10);
    scenery.lamps = {{.direction = {0, 0, 1}}};
    EXPECT_GT(towards.g, pixel(drawn(scenery), 98, 10).g + 20) << "brighter towards the lamp";
    scenery.lamp = 0;
    EXPECT_EQ(pixel(drawn(scenery), 98, 10), glm::ivec3(0)) << "without light it is black";
}

TEST_F(SkyTest, ParticlesAreInTheFogAlike) {
    Scenery scenery = open();
    const double clear = mean(draw(of(*field_, scenery)));
    scenery.lamp = 0;
    scenery.fog = {.density = 3};
    const double dim = mean(draw(of(*field_, scenery)));
    EXPECT_LT(dim, 0.2 * clear);
    Scene tiles = of(*field_, scenery);
    tiles.by_tiles = true;
    tiles.order.bounds.brightest_color = 6;
    scenery.fog.density = 0.3f;
    Scene triangles = of(*field_, scenery);
    const double by_triangles = mean(draw(triangles));
    triangles.by_tiles = true;
    triangles.order.bounds.brightest_color = 6;
    EXPECT_NEAR(mean(draw(triangles)), by_triangles, 0.1 * by_triangles);
    EXPECT_LT(mean(draw(tiles)), 0.2 * clear);
    EXPECT_GT(by_triangles, dim);
}

TEST_F(SkyTest, NothingOfItIsBakedIntoATransparentFrame) {
    Scenery scenery = open();
    scenery.ground = effects::Ground::plain;
    scenery.gradient = {{0, {1, 1, 1}, 1}};
    scenery.sun = 10;
    scenery.stars = 1;
    scenery.clouds.cover = 0.5f;
    scenery.grid = 1;
    scenery.fog = {.density = 0.2f};
    Scene scene = of(*none_, scenery);
    scene.transparent = true;
    const Image image = transparent_frame_of(*renderer_, scene, size);
    EXPECT_EQ(mean(image), 0);
    EXPECT_EQ(*std::ranges::max_element(image.alpha), 0);
}

TEST_F(SkyTest, PlainGroundHasItsColourAndLines) {
    Scenery scenery = open();
    scenery.ground = effects::Ground::plain;
    scenery.ground_colour = {0, 0.6f, 0};
    const effects::View down{{0, 0, 0}, 4, 0, 89, 1};
    const Image even = drawn(scenery, down);
    const glm::ivec3 middle = pixel(even, 80, 45);
    EXPECT_GT(middle.g, middle.r + 60);
    scenery.grid = 0.7f;
    scenery.grid_colour = {1, 1, 1};
    const Image lines = drawn(scenery, down);
    int bright = 0;
    for (int x = 0; x < size.width; ++x) bright += pixel(lines, x, 40).r > pixel(even, x, 40).r + 5 ? 1 : 0;
    EXPECT_GE(bright, 5);
    EXPECT_LE(bright, 40);
}

}  // namespace
}  // namespace winnow::render
