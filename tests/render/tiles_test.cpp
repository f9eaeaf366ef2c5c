// Drawing by tiles: the same frame as by triangles, and the same to the bit whatever the order of the
// particles.
#include "render/tiles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <random>

#include "render/field.h"
#include "render/renderer.h"
#include "render/targets.h"
#include "support/shader_fixture.h"

namespace winnow::render {
namespace {

class TilesTest : public test::ShaderTest {
  protected:
    void SetUp() override {
        ShaderTest::SetUp();
        if (!IsSkipped()) renderer_ = std::make_unique<Renderer>(facts(), shaders_, *passes_);
    }

    static Scene scene_of(const test::Field& field) {
        Scene scene;
        scene.living = field.living();
        scene.camera = Camera(effects::View{{0, 0.9f, 0}, 5, 20, 14, 1});
        scene.order.bounds.brightest_color = 6;
        return scene;
    }

    Image draw(Scene scene, bool by_tiles, gl::Size of = {320, 180}) const {
        scene.by_tiles = by_tiles;
        const TargetImage target(of);
        renderer_->draw(scene, target);
        return target.read();
    }

    std::unique_ptr<Renderer> renderer_;
};

struct Difference {
    double mean = 0;      // of 8-bit values
    double beyond_4 = 0;  // share of the pixels of which a channel differs by more
    int largest = 0;
};

Difference difference(const Image& a, const Image& b) {
    Difference result;
    std::size_t beyond = 0, pixels = 0;
    for (std::size_t i = 0; i + 3 < a.pixels.size(); i += 4, ++pixels) {
        int most = 0;
        for (std::size_t c = 0; c < 3; ++c) {
            const int d = std::abs(int{a.pixels[i + c]} - int{b.pixels[i + c]});
            result.mean += d;
            most = std::max(most, d);
        }
        beyond += most > 4;
        result.largest = std::max(result.largest, most);
    }
    result.mean /= 3.0 * static_cast<double>(pixels);
    result.beyond_4 = static_cast<double>(beyond) / static_cast<double>(pixels);
    return result;
}

/// The stated bound: the mean over all channels, in steps of 8 bits, and the share of pixels that differ by
/// more than 4 of them.
void expect_alike(const Image& a, const Image& b, const std::string& what) {
    const Difference d = difference(a, b);
    EXPECT_LT(d.mean, 1) << what;
    EXPECT_LT(d.beyond_4, 0.001) << what << ", at most " << d.largest;
}

TEST_F(TilesTest, ShowTheSameAsTrianglesAtEverySize) {
    const test::Field field(2000);
    for (const gl::Size size : {gl::Size{320, 180}, gl::Size{333, 77}, gl::Size{64, 300}, gl::Size{960, 540}})
        expect_alike(draw(scene_of(field), true, size), draw(scene_of(field), false, size),
                     std::to_string(size.width) + " pixels wide");
}

TEST_F(TilesTest, ShowTheSameAsTrianglesFromNearAndFar) {
    const test::Field field(2000);
    for (const float distance : {0.3f, 1.0f, 60.0f}) {  // sprites over the whole frame; of half a pixel
        Scene scene = scene_of(field);
        scene.camera = Camera(effects::View{{0, 0.9f, 0}, distance, 20, 14, 1});
        const Image tiles = draw(scene, true);
        expect_alike(tiles, draw(scene, false), std::to_string(distance) + " m");
        EXPECT_NE(tiles, draw(scene_of(test::Field(0, 16)), true));
    }
}

TEST_F(TilesTest, TheOrderOfTheParticlesDoesNotChangeABit) {
    renderer_->set_quality(Quality::high);  // the low one mirrors each nth in this order
    std::vector<std::uint32_t> order(2000);
    std::iota(order.begin(), order.end(), 0u);
    const test::Field field(order);
    const Image expected = draw(scene_of(field), true);
    std::shuffle(order.begin(), order.end(), std::mt19937(7));
    EXPECT_EQ(draw(scene_of(test::Field(order)), true), expected);
    Scene listed = scene_of(field);
    listed.order.sorts = true;
    EXPECT_EQ(draw(listed, true), expected);
    listed.order.culls = true;
    listed.order.bounds.largest_radius = test::Field::largest_radius;
    listed.order.bounds.longest_stretch = test::Field::longest_stretch;
    EXPECT_EQ(draw(listed, true), expected);
}

TEST_F(TilesTest, NothingIsLeftOfEarlierFrames) {
    const test::Field field(2000), none(0, 16);
    const Image expected = draw(scene_of(field), true), empty = draw(scene_of(none), true);
    EXPECT_NE(expected, empty);
    draw(scene_of(field), true, {640, 360});
    draw(scene_of(field), true, {1, 1});
    EXPECT_EQ(draw(scene_of(field), true), expected);
    draw(scene_of(field), false);  // triangles, which release the tiles
    EXPECT_EQ(draw(scene_of(none), true), empty);
    EXPECT_EQ(draw(scene_of(field), true), expected);
}

TEST_F(TilesTest, ParticlesThatCoverEachOtherAreDrawnByTriangles) {
    const test::Field field(500);
    Scene scene = scene_of(field);
    scene.blend = effects::Blend::alpha;
    EXPECT_EQ(draw(scene, true), draw(scene, false));
}

TEST_F(TilesTest, OffersWhatFits) {
    const Tiles tiles(facts(), shaders_, *passes_);
    EXPECT_TRUE(tiles.offers({1280, 720}, 100000));
    const Availability no = tiles.offers({1280, 720}, shared::MAX_CAPACITY);
    EXPECT_TRUE(no || no.reason.find("by tiles") != std::string::npos) << no.reason;
}

TEST(TileLevels, CoverTheFrameFromFineToCoarse) {
    for (const gl::Size frame :
         {gl::Size{1, 1}, gl::Size{31, 700}, gl::Size{1920, 1080}, gl::Size{16384, 16384}}) {
        const std::vector<shared::TileLevel> levels = tile_levels(frame);
        std::uint32_t keys = 0;
        for (std::size_t l = 0; l < levels.size(); ++l) {
            const shared::TileLevel& level = levels[l];
            EXPECT_EQ(level.first_key, keys);
            EXPECT_GE(level.columns * level.side, static_cast<std::uint32_t>(frame.width));
            EXPECT_GE(level.rows * level.side, static_cast<std::uint32_t>(frame.height));
            EXPECT_LE(level.chunk, 4096u) << "more would overflow 32 bits";
            keys += level.columns * level.rows;
            if (l + 1 == levels.size()) continue;
            EXPECT_EQ(level.apron, shared::FINEST_APRON << l);
            EXPECT_EQ(level.window_columns * shared::TILE_WINDOW, level.side + 2 * level.apron);
            EXPECT_EQ(level.windows, level.window_columns * level.window_columns);
        }
        EXPECT_EQ(levels.back().columns * levels.back().rows, 1u);
        EXPECT_GE(levels.back().windows * shared::WHOLE_WINDOW * shared::WHOLE_WINDOW,
                  static_cast<std::uint32_t>(frame.width) * static_cast<std::uint32_t>(frame.height));
    }
}

}  // namespace
}  // namespace winnow::render
