// The rasteriser of solid surfaces: it shows what triangles show, however the work is divided.
#include "render/rasteriser.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "render/renderer_fixture.h"
#include "support/temporary_directory.h"
#include "verify/sprite_set.h"

namespace winnow::render {
namespace {

using effects::Emitter;
using particles::Particle;

constexpr std::uint32_t kinds = 2;  // spheres and meshes

std::vector<Emitter> emitters_of_both_kinds() {
    std::vector<Emitter> emitters(kinds);
    for (Emitter& emitter : emitters)
        emitter.modules = {{"colour", true, {{"colour", glm::vec4(0.8f, 0.6f, 0.4f, 1)}}},
                           {"size", true, {{"diameter", 0.4}}}};
    emitters[0].modules.push_back({"sphere", true, {{"glow", 0.1}}});
    emitters[1].modules.push_back({"mesh", true, {{"angle", 20}, {"axis", glm::vec3(1, 2, 0)}}});
    return emitters;
}

/// Particles of both kinds on a spiral around the y axis, up to 2 metres from it.
std::vector<Particle> spiral() {
    std::vector<Particle> living;
    for (std::uint32_t i = 0; i < 90; ++i) {
        const float turn = 0.7f * static_cast<float>(i), part = static_cast<float>(i) / 90;
        const glm::vec3 place{2 * part * std::cos(turn), 0.1f + 2 * part, 2 * part * std::sin(turn)};
        living.push_back({{place.x, place.y, place.z}, 10, {0, 0, 0}, 120, 1, i, i % kinds, 0});
    }
    return living;
}

class RasteriserTest : public RendererTest {
  protected:
    void SetUp() override {
        RendererTest::SetUp();
        if (!IsSkipped()) set_.emplace(spiral(), emitters_of_both_kinds());
    }

    /// The spiral among objects, above a wet ground.
    Scene scene_from(const effects::View& view, bool by_tiles) const {
        Scene scene = render::scene_of(set_->living(), view);
        scene.by_tiles = by_tiles;
        scene.bloom = false;
        scene.order.bounds = bounds_of(*scene.living.program);
        effects::SceneObject ball, wall, long_box;
        ball.shape = effects::Solid::ball;
        ball.position = {1.2f, 0.8f, 0.4f};
        ball.size = {0.8f, 0.8f, 0.8f};
        wall.position = {0, 1, -2.5f};
        wall.size = {6, 2, 0.1f};
        long_box.position = {-0.8f, 0.3f, 2};  // reaches behind the camera
        long_box.size = {0.2f, 0.2f, 9};
        scene.scenery = {effects::Ground::wet, effects::Sky::dusk, 1, {ball, wall, long_box}};
        return scene;
    }

    /// Returns the picture that the shipped shaders draw after one text of raster.h is replaced.
    Image drawn_with(const std::string& constant, const std::string& by, const effects::View& view) {
        const test::ShippedShaders folder;
        folder.replace("render/raster/raster.h", constant, by);
        gl::ShaderLibrary shaders(folder.path());
        gl::Passes passes(facts());
        Renderer renderer(facts(), shaders, passes);
        return frame_of(renderer, scene_from(view, true), size);
    }

    std::optional<verify::SpriteSet> set_;  // empty if the test is skipped
};

TEST_F(RasteriserTest, ShowsWhatTrianglesShowFromNearAndFar) {
    constexpr glm::vec2 views[] = {{0.4f, 4}, {0.4f, 60}, {1, -10}, {2.5f, 4}, {5, 60}, {30, -10}};
    for (const glm::vec2 at : views) {
        const float distance = at.x, pitch = at.y;
        const effects::View view{{0, 1, 0}, distance, 25, pitch, 1};
        const Image triangles = draw(scene_from(view, false)), tiles = draw(scene_from(view, true));
        ASSERT_TRUE(renderer_->drew_by_tiles()) << renderer_->why_triangles();
        const Difference difference = compare(tiles, triangles, 8);
        EXPECT_LE(difference.beyond, tiles.pixels.size() / Image::channels / 200)
            << distance << " m, " << pitch << " degrees";
        EXPECT_LT(difference.mean, 0.2) << distance << " m, " << pitch << " degrees";
    }
}

TEST_F(RasteriserTest, TheDivisionOfTheWorkDoesNotChangeABit) {
    const effects::View view{{0, 1, 0}, 1.5f, 25, 4, 1};
    const Image usual = draw(scene_from(view, true));
    EXPECT_EQ(drawn_with("RASTER_SMALL = 32u", "RASTER_SMALL = 1u", view), usual) << "nearly all are large";
    EXPECT_EQ(drawn_with("RASTER_SMALL = 32u", "RASTER_SMALL = 9999999u", view), usual) << "all are small";
    EXPECT_EQ(drawn_with("RASTER_TILE = 64u", "RASTER_TILE = 16u", view), usual);
    EXPECT_EQ(drawn_with("RASTER_MOST_TILES = 1048576u", "RASTER_MOST_TILES = 3u", view), usual)
        << "there is no room for the tiles of most";
    EXPECT_NE(drawn_with("RASTER_SPHERE = 2u", "RASTER_SPHERE = 1u", view), usual) << "the constants count";
}

// Meshes of two colours lie in the same places, so that the name alone decides which of them a pixel shows.
TEST_F(RasteriserTest, TheOrderOfTheThreadsDoesNotChangeABit) {
    std::vector<Emitter> emitters = emitters_of_both_kinds();
    for (std::uint32_t kind = 0; kind < kinds; ++kind)
        emitters[kind].modules = {{"colour", true, {{"colour", glm::vec4(kind, 0.4f, 0.4f, 1)}}},
                                  {"size", true, {{"diameter", 0.06}}},
                                  {"mesh", true, {{"angle", 20}, {"axis", glm::vec3(1, 2, 0)}}}};
    std::vector<Particle> living;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        const float x = 0.1f * static_cast<float>(i % 10) - 0.5f,
                    y = 0.1f * static_cast<float>(i / 10 % 10) + 0.5f;
        living.push_back({{x, y, 0}, 10, {0, 0, 0}, 120, 1, i, i * 2654435769u >> 31, 0});
    }
    set_.emplace(living, emitters);
    const effects::View view{{0, 1, 0}, 3, 25, 4, 1};
    const Image first = draw(scene_from(view, true));
    for (int repeat = 0; repeat < 3; ++repeat) EXPECT_EQ(draw(scene_from(view, true)), first) << repeat;
}

TEST_F(RasteriserTest, NothingIsLeftOfEarlierFrames) {
    const effects::View near{{0, 1, 0}, 1.5f, 25, 4, 1}, far_away{{0, 1, 0}, 8, 90, 30, 1};
    const Image first = draw(scene_from(near, true));
    draw(scene_from(far_away, true), {320, 200});
    EXPECT_EQ(draw(scene_from(near, true)), first);
    draw(scene_from(far_away, false));
    EXPECT_EQ(draw(scene_from(near, true)), first);
}

}  // namespace
}  // namespace winnow::render
