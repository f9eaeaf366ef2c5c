// Drawing by tiles: the same frame as by triangles, and the same to the bit whatever the order of the
// particles.
#include "render/tile_renderer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <random>

#include "render/renderer_fixture.h"
#include "support/gl_answers.h"

namespace winnow::render {
namespace {

class TileRendererTest : public RendererTest {
  protected:
    static Scene scene_of(const test::Field& field) {
        Scene scene = render::scene_of(field);
        scene.order.bounds.brightest_color = 6;
        return scene;
    }

    Image draw(Scene scene, bool by_tiles, gl::Size of = {320, 180}) const {
        scene.by_tiles = by_tiles;
        Image frame = RendererTest::draw(scene, of);
        EXPECT_EQ(renderer_->drew_by_tiles(), by_tiles) << renderer_->why_triangles();
        return frame;
    }

    /// Returns the scene of a field, of which some particles cover what lies behind them, sorted from back to
    /// front.
    static Scene covering(const test::Field& field, bool warm, bool cool) {
        Scene scene = scene_of(field.covers(warm, cool));
        scene.covers = warm || cool;
        scene.shaded = true;
        scene.order.sorts = true;
        return scene;
    }
};

struct Difference {
    double mean = 0;      // of 8-bit values
    double beyond_4 = 0;  // share of the pixels of which a channel differs by more
    int largest = 0;
};

Difference difference(const Image& a, const Image& b) {
    Difference result;
    std::size_t beyond = 0, pixels = 0;
    for (std::size_t i = 0; i < a.pixels.size(); i += Image::channels, ++pixels) {
        int most = 0;
        for (std::size_t c = 0; c < Image::channels; ++c) {
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

TEST_F(TileRendererTest, ShowTheSameAsTrianglesAtEverySize) {
    const test::Field field(2000);
    for (const gl::Size frame :
         {gl::Size{320, 180}, gl::Size{333, 77}, gl::Size{64, 300}, gl::Size{960, 540}})
        expect_alike(draw(scene_of(field), true, frame), draw(scene_of(field), false, frame),
                     std::to_string(frame.width) + " pixels wide");
}

TEST_F(TileRendererTest, ShowTheSameAsTrianglesFromNearAndFar) {
    const test::Field field(2000);
    for (const float distance : {0.3f, 1.0f, 60.0f}) {  // sprites over the whole frame; of half a pixel
        Scene scene = scene_of(field);
        scene.camera = Camera(effects::View{{0, 0.9f, 0}, distance, 20, 14, 1});
        const Image tiles = draw(scene, true);
        expect_alike(tiles, draw(scene, false), std::to_string(distance) + " m");
        EXPECT_NE(tiles, draw(scene_of(test::Field(0, 16)), true));
    }
}

TEST_F(TileRendererTest, TheOrderOfTheParticlesDoesNotChangeABit) {
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

TEST_F(TileRendererTest, NothingIsLeftOfEarlierFrames) {
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

TEST_F(TileRendererTest, ShowTheSameAsTrianglesWhereParticlesCoverEachOther) {
    const test::Field field(3000);
    for (const auto& [warm, cool] : {std::pair{true, true}, std::pair{false, true}, std::pair{true, false}})
        for (const gl::Size frame : {gl::Size{320, 180}, gl::Size{333, 77}, gl::Size{64, 300}})
            expect_alike(draw(covering(field, warm, cool), true, frame),
                         draw(covering(field, warm, cool), false, frame),
                         std::to_string(frame.width) + " pixels wide");
}

/// Cuts through the field, so that some particles are hidden, some are not, and some are cut.
effects::SceneObject ball_in_the_field() {
    effects::SceneObject ball;
    ball.shape = effects::Solid::ball;
    ball.position = {0.1f, 0.9f, 0.2f};
    ball.size = glm::vec3(1.1f);
    return ball;
}

TEST_F(TileRendererTest, ShowTheSameAsTrianglesAmongObjects) {
    const test::Field field(2000);
    for (const bool covers : {false, true}) {
        Scene scene = covering(field, covers, covers);
        scene.scenery.ground = effects::Ground::studio;
        const Image without = draw(scene, true);
        scene.scenery.objects = {ball_in_the_field()};
        const Image tiles = draw(scene, true);
        const Difference d = difference(tiles, draw(scene, false));
        EXPECT_LT(d.mean, 1);
        // Sums of light keep no depth: there a sprite is hidden as a whole, by the share of it that is
        // hidden.
        EXPECT_LT(d.beyond_4, covers ? 0.001 : 0.01) << (covers ? "covering" : "adding");
        EXPECT_GT(difference(tiles, without).beyond_4, 0.05);
    }
}

TEST_F(TileRendererTest, ParticlesThatCoverAreAlikeFromNearAndFar) {
    const test::Field field(3000);
    for (const float distance : {0.3f, 1.0f, 60.0f}) {
        Scene scene = covering(field, true, true);
        scene.camera = Camera(effects::View{{0, 0.9f, 0}, distance, 20, 14, 1});
        expect_alike(draw(scene, true), draw(scene, false), std::to_string(distance) + " m");
    }
}

/// Returns by how much a channel of the middle frame differs from the mean of its neighbours, at most.
double largest_flicker(const std::vector<Image>& frames) {
    double most = 0;
    for (std::size_t i = 0; i < frames[1].pixels.size(); ++i) {
        const double mean = (frames[0].pixels[i] + frames[2].pixels[i]) / 2.0;
        most = std::max(most, std::abs(frames[1].pixels[i] - mean));
    }
    return most;
}

/// Sprites far smaller than a pixel must not appear and vanish as they pass the middles of pixels. The camera
/// orbits a point behind the field, so that a small turn moves the field by a small part of a pixel.
TEST_F(TileRendererTest, SpritesDoNotFlickerWhileTheCameraTurnsSlowly) {
    constexpr double bound = 4;  // steps of 8 bits; 2 were measured, and 60 with a MIN_RADIUS of 0.05
    const test::Field field(200);
    for (const bool covers : {false, true}) {
        std::vector<Image> frames;
        for (const float yaw : {0.0f, 0.05f, 0.1f}) {
            Scene scene = covering(field, covers, covers);
            scene.plane.enabled = false;  // its own edges are not the sprites'
            scene.camera = Camera(effects::View{{0, 0.9f, -5}, 65, yaw, 5, 1});
            frames.push_back(draw(scene, true, {640, 360}));
        }
        EXPECT_LT(largest_flicker(frames), bound) << (covers ? "covering" : "adding");
        EXPECT_GT(difference(frames[0], frames[2]).largest, 2 * bound) << "the camera hardly moved";
    }
}

/// Each kind shows in the frame of both; ShowTheSameAsTrianglesWhereParticlesCoverEachOther checks how.
TEST_F(TileRendererTest, ParticlesOfBothKindsBlendByDepth) {
    const test::Field field(3000);
    const Image mixed = draw(covering(field, false, true), true),
                adding = draw(covering(field, false, false), true);
    const Image covering_all = draw(covering(field, true, true), true);
    EXPECT_GT(difference(mixed, adding).mean, 1);
    EXPECT_GT(difference(mixed, covering_all).mean, 1);
}

TEST_F(TileRendererTest, TheOrderOfParticlesThatCoverMatters) {
    const test::Field field(3000);
    Scene scene = covering(field, true, true);
    const Image sorted = draw(scene, true);
    scene.order.sorts = false;
    const Image unsorted = draw(scene, true);
    EXPECT_GT(difference(sorted, unsorted).mean, 0.5);
    expect_alike(unsorted, draw(scene, false), "unsorted");
    scene.order.sorts = scene.order.culls = true;
    scene.order.bounds.largest_radius = test::Field::largest_radius;
    scene.order.bounds.longest_stretch = test::Field::longest_stretch;
    EXPECT_EQ(draw(scene, true), sorted) << "culled";
}

/// Sprites over the whole frame have more entries in fine tiles than the buffers hold.
TEST_F(TileRendererTest, ManyLargeSpritesAreDrawnByCoarserTiles) {
    const test::Field field(9000);
    Scene scene = covering(field, true, true);
    scene.camera = Camera(effects::View{{0, 0.9f, 0}, 0.3f, 20, 14, 1});
    const gl::Size large{1600, 900};
    expect_alike(draw(scene, true, large), draw(scene, false, large), "large");
}

TEST_F(TileRendererTest, LoadingTheNextFrameChangesNothingThatIsSaidOfTheNewest) {
    const test::Field field(100);
    Scene scene = scene_of(field);
    draw(scene, false);
    const std::uint32_t every = renderer_->mirrored_every();
    scene.by_tiles = true;
    renderer_->load(scene);
    EXPECT_FALSE(renderer_->drew_by_tiles());
    EXPECT_EQ(renderer_->mirrored_every(), every);
}

TEST_F(TileRendererTest, TheMemoryOfSurfacesGoesWithThem) {
    const test::Field field(100);
    Scene scene = scene_of(field);
    draw(scene, true);
    const std::uint64_t of_sprites = renderer_->drawing_bytes();
    scene.scenery.objects = {ball_in_the_field()};
    draw(scene, true);
    EXPECT_GT(renderer_->drawing_bytes(), of_sprites);
    scene.scenery.objects.clear();
    draw(scene, true);
    EXPECT_EQ(renderer_->drawing_bytes(), of_sprites);
    scene.scenery.objects = {ball_in_the_field()};
    draw(scene, true);
    draw(scene, false);
    EXPECT_EQ(renderer_->drawing_bytes(), 0u);
}

TEST_F(TileRendererTest, MemoryThatIsShortIsSaidAndTrianglesDraw) {
    const auto memory = gl::plain_memory();
    TileRenderer tiles(facts(), shaders_, *passes_, *memory);
    const TileDemand small{{320, 180}, {160, 90}, 0, 1000, false};
    EXPECT_TRUE(tiles.reserve(small));
    const std::uint64_t held = tiles.memory_bytes();
    EXPECT_GT(held, 1000u * 32);
    const TileDemand huge{{320, 180}, {}, 0, 0xFFFFFFFF, false};
    const Availability no = tiles.reserve(huge);
    EXPECT_FALSE(no);
    EXPECT_NE(no.reason.find("4294967295 particles by tiles in 320x180 pixels"), std::string::npos)
        << no.reason;
    EXPECT_EQ(tiles.memory_bytes(), 0u);
    EXPECT_EQ(tiles.reserve(huge).reason, no.reason);
    EXPECT_TRUE(tiles.reserve(small));
    EXPECT_EQ(tiles.memory_bytes(), held);
    tiles.release();
    EXPECT_EQ(tiles.memory_bytes(), 0u);
}

/// Refuses memory for large buffers while it lives, and counts how often it is asked.
class FullMemory {
  public:
    FullMemory() : answer_(glad_glNamedBufferStorage, refusing) {
        asked_ = 0;
        allocate_ = answer_.original();
    }
    static int asked() { return asked_; }

  private:
    static void GLAD_API_PTR refusing(GLuint name, GLsizeiptr bytes, const void* data, GLbitfield flags) {
        constexpr GLsizeiptr large = GLsizeiptr{32} << 20;
        if (bytes < large) return allocate_(name, bytes, data, flags);
        ++asked_;
    }

    inline static int asked_ = 0;
    inline static PFNGLNAMEDBUFFERSTORAGEPROC allocate_ = nullptr;
    test::GlAnswer<PFNGLNAMEDBUFFERSTORAGEPROC> answer_;
};

TEST_F(TileRendererTest, MemoryThatIsShortIsAskedForAgainOnlyForOtherFrames) {
    const test::Field field(100);
    Scene scene = render::scene_of(field);
    scene.living.capacity = 1U << 21;
    scene.by_tiles = true;
    constexpr gl::Size small{32, 18}, larger{64, 36};
    const FullMemory memory;
    for (int frame = 0; frame < 3; ++frame) RendererTest::draw(scene, small);
    EXPECT_EQ(memory.asked(), 1);
    EXPECT_FALSE(renderer_->drew_by_tiles());
    EXPECT_NE(renderer_->why_triangles().find("tiles: "), std::string::npos) << renderer_->why_triangles();
    EXPECT_EQ(renderer_->drawing_bytes(), 0u);
    RendererTest::draw(scene, larger);
    EXPECT_EQ(memory.asked(), 2);
    scene.by_tiles = false;
    RendererTest::draw(scene, larger);
    scene.by_tiles = true;
    RendererTest::draw(scene, larger);
    EXPECT_EQ(memory.asked(), 3) << "the person may have made room";
    scene.living.capacity = field.living().capacity;
    RendererTest::draw(scene, larger);
    EXPECT_TRUE(renderer_->drew_by_tiles());
}

TEST(TileLevels, AChunkOfTheBrightestSpritesFits32Bits) {
    EXPECT_EQ(std::uint64_t{shared::LIGHT_CHUNK} * (shared::LIGHT_UNITS + 1) >> 32, 0u);
}

constexpr gl::Size frames_of_all_kinds[] = {{1, 1}, {31, 700}, {1920, 1080}, {16384, 16384}};

void expect_covered(const shared::TileLevel& level, gl::Size frame) {
    EXPECT_GE(level.columns * level.side, static_cast<std::uint32_t>(frame.width));
    EXPECT_GE(level.rows * level.side, static_cast<std::uint32_t>(frame.height));
}

TEST(TileLevels, OfLightCoverTheFrameFromFineToCoarse) {
    for (const gl::Size frame : frames_of_all_kinds)
        for (const std::uint32_t window : {shared::LIGHT_WINDOW, shared::SHADE_WINDOW}) {
            std::uint32_t keys = 0, apron = shared::FINEST_APRON;
            for (const shared::TileLevel& level : light_levels(frame, window)) {
                EXPECT_EQ(level.first_key, keys);
                EXPECT_EQ(level.apron, apron);
                EXPECT_LE(level.chunk, shared::LIGHT_CHUNK) << "more would overflow 32 bits";
                expect_covered(level, frame);
                const std::uint32_t shown = level.window_columns * window;
                const bool is_whole = level.margin > 0;
                EXPECT_EQ(level.margin, is_whole ? apron : 0);
                if (is_whole)
                    EXPECT_GE(shown, static_cast<std::uint32_t>(frame.width));
                else
                    EXPECT_EQ(shown, level.side + 2 * apron);
                keys += level.columns * level.rows;
                apron *= 2;
            }
            EXPECT_EQ(apron, 2 * shared::LAST_APRON);
        }
}

TEST(TileLevels, OfSpritesThatCoverEndWithOneTile) {
    for (const gl::Size frame : frames_of_all_kinds) {
        std::uint32_t side = shared::COVER_WINDOW;
        const std::vector<shared::TileLevel> levels = cover_levels(frame);
        for (const shared::TileLevel& level : levels) {
            EXPECT_EQ(level.side, side);
            expect_covered(level, frame);
            side *= 2;
        }
        EXPECT_EQ(levels.front().windows, 1u);
        EXPECT_EQ(levels.back().columns * levels.back().rows, 1u);
    }
}

}  // namespace
}  // namespace winnow::render
