// The maps of shadows of wide sceneries, and those in the light of objects.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "render/lighting.h"
#include "render/objects.h"
#include "render/renderer_fixture.h"

namespace winnow::render {
namespace {

constexpr effects::View plan_view{{0, 0, 0}, 6, 0, 89, 1};

class ShadowMapsTest : public RendererTest {
  protected:
    void SetUp() override {
        RendererTest::SetUp();
        if (!IsSkipped()) none_.emplace(0, 16);
    }

    static effects::SceneObject box_at(const glm::vec3& place, const glm::vec3& box_size) {
        effects::SceneObject box;
        box.position = place;
        box.size = box_size;
        return box;
    }

    /// A lantern between a high box on the right and a low one on the left.
    static effects::Scenery with_lantern() {
        effects::SceneObject lantern = box_at({0, 0.5f, 0}, {0.2f, 0.2f, 0.2f});
        lantern.shape = effects::Solid::ball;
        lantern.colour = {1, 1, 1};
        lantern.glow = 60;
        lantern.lights = true;
        return {effects::Ground::studio,
                effects::Sky::black,
                0,
                {lantern, box_at({0.8f, 0.25f, 0}, {0.1f, 0.5f, 0.5f}),
                 box_at({-0.8f, 0.05f, 0}, {0.1f, 0.1f, 0.5f})}};
    }

    /// Returns the green of the middle row.
    std::vector<int> row_of(const effects::Scenery& scenery, bool by_tiles = false) const {
        Scene scene = scene_of(*none_, plan_view);
        scene.scenery = scenery;
        scene.bloom = false;
        scene.by_tiles = by_tiles;
        const Image image = draw(scene);
        std::vector<int> row;
        for (int x = 0; x < size.width; ++x)
            row.push_back(image.pixels[static_cast<std::size_t>(45 * size.width + x) * Image::channels + 1]);
        return row;
    }

    std::optional<test::Field> none_;  // empty if the test is skipped
};

TEST(Cascades, MoveByWholeTexelsAndKeepTheirSize) {
    constexpr int texels = 1024;
    const LampMap map{glm::mat4(0.005f), 200};  // of 200 m
    const auto at = [&](const glm::vec3& eye, const glm::vec3& forward) {
        return cascades_of(map, {eye, forward, 1, 0.7f}, texels);
    };
    const auto here = at({0, 2, 0}, {0, 0, -1}), there = at({0.37f, 2.1f, 1.3f}, {0.6f, 0, -0.8f});
    ASSERT_EQ(here.size(), shared::CASCADES);
    EXPECT_EQ(here.back(), glm::vec3(0, 0, 1));
    EXPECT_GT(here[0].z, 2 * here[1].z);
    EXPECT_GT(here[1].z, 1.5f);
    for (std::size_t k = 0; k + 1 < here.size(); ++k) {
        EXPECT_EQ(here[k].z, there[k].z);
        for (int c = 0; c < 2; ++c) {
            const float moved = (there[k][c] - here[k][c]) * texels;
            EXPECT_NEAR(moved, std::round(moved), 0.02f);
        }
    }
}

TEST_F(ShadowMapsTest, AWideSceneryKeepsItsShadowsCrisp) {
    effects::Scenery scenery{
        effects::Ground::studio, effects::Sky::black, 1, {box_at({0, 0.5f, 0}, {0.3f, 0.05f, 0.3f})}};
    scenery.lamps = {{.direction = {-1, 1, 0}, .colour = {1, 1, 1}, .size = 0.01f}};
    const std::vector<int> narrow = row_of(scenery);
    for (const float side : {-1.0f, 1.0f})
        scenery.objects.push_back(box_at({100 * side, 0, 100 * side}, {1, 1, 1}));
    const std::vector<int> wide = row_of(scenery);
    int differ = 0, dark = 0;
    for (std::size_t x = 0; x < wide.size(); ++x) {
        differ += std::abs(wide[x] - narrow[x]) > 12 ? 1 : 0;
        dark += narrow[x] < 0.6 * narrow[4] ? 1 : 0;
    }
    EXPECT_GT(dark, 5);
    EXPECT_LE(differ, 3);
}

TEST_F(ShadowMapsTest, ObjectsCastShadowsInTheLightOfOthersIfAsked) {
    effects::Scenery scenery = with_lantern();
    const std::vector<int> without = row_of(scenery);
    scenery.objects[0].shadows = true;
    const std::vector<int> with = row_of(scenery);
    EXPECT_GT(without[105], 10);
    EXPECT_LT(with[105], 0.3 * without[105]) << "behind the high box";
    EXPECT_LT(with[60], 0.3 * without[60]) << "close behind the low one";
    EXPECT_NEAR(with[50], without[50], 2) << "its shadow ends";
    EXPECT_NEAR(with[90], without[90], 3) << "before the high box";
    EXPECT_EQ(defines_of(scenery).size(), 2u);
}

TEST_F(ShadowMapsTest, AreTheSameByTiles) {
    effects::Scenery scenery = with_lantern();
    scenery.objects[0].shadows = true;
    scenery.lamp = 0.3f;
    scenery.lamps = {{.direction = {-1, 1, 0}, .size = 0.01f}};
    scenery.objects.push_back(box_at({100, 0, 100}, {1, 1, 1}));
    const std::vector<int> triangles = row_of(scenery), tiles = row_of(scenery, true);
    for (std::size_t x = 0; x < tiles.size(); ++x) EXPECT_NEAR(tiles[x], triangles[x], 6) << x;
}

}  // namespace
}  // namespace winnow::render
