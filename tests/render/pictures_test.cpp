// Draws particles as pictures of files: the right frame, turned, blended, not mixed with others, by triangles
// and by tiles.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compact/suite.h"
#include "effects/format/effect_file.h"
#include "render/lighting.h"
#include "render/renderer_fixture.h"
#include "shaders/render/surfaces/scenery.h"
#include "support/data_samples.h"
#include "support/many_words.h"
#include "support/temporary_directory.h"

namespace winnow::render {
namespace {

constexpr glm::u8vec4 texel_red{255, 0, 0, 255}, texel_green{0, 255, 0, 255}, texel_blue{0, 0, 255, 255},
    texel_white{255, 255, 255, 255}, texel_clear{0, 0, 0, 0};

/// An F: a red stem on the left with a green bar to the right at the top, and a blue one below it.
glm::u8vec4 letter(int x, int y) {
    if (x >= 6 && x < 12 && y >= 4 && y < 28) return texel_red;
    if (x >= 12 && x < 26 && y >= 4 && y < 10) return texel_green;
    return x >= 12 && x < 20 && y >= 14 && y < 20 ? texel_blue : texel_clear;
}

class PicturesTest : public RendererTest {
  protected:
    static constexpr effects::View front{{0, 0, 0}, 3, 0, 0, 1};
    static constexpr gl::Size frame_size{120, 120};
    enum class By { triangles, tiles };

    PicturesTest() {
        folder_.write("letter.png", test::png(32, 32, letter));
        folder_.write("turned.png", test::png(32, 32, [](int x, int y) { return letter(31 - y, x); }));
        folder_.write("white.png", test::png(8, 8, [](int, int) { return texel_white; }));
        folder_.write("clear.png", test::png(8, 8, [](int, int) { return texel_clear; }));
        folder_.write("tall.png", test::png(4, 32, [](int, int) { return texel_white; }));
        folder_.write("book.png", test::png(32, 32, [](int x, int y) {
                          const glm::u8vec4 colours[] = {texel_red, texel_green, texel_blue, texel_white};
                          return colours[x / 16 + 2 * (y / 16)];
                      }));
        folder_.write("fine.png", test::png(120, 120, [](int x, int y) {
                          return (x + y) % 2 == 0 ? texel_white : glm::u8vec4(0, 0, 0, 255);
                      }));
    }

    /// Returns an emitter of one particle at rest.
    static std::string emitter(const std::string& modules, const std::string& place = "[0, 0, 0]",
                               float lifetime = 99) {
        static int number = 0;
        return R"({"name": "e)" + std::to_string(++number) + R"(", "rate": 0, "lifetime": )" +
               std::to_string(lifetime) +
               R"(, "bursts": [{"count": 1}], "modules": [{"module": "point", "centre": )" + place + "}, " +
               modules + "]}";
    }
    static std::string mask(const std::string& file, const std::string& more = "") {
        return R"({"module": "mask", "file": ")" + file + R"("}, {"module": "size", "diameter": 1.2})" + more;
    }
    static std::string book(const std::string& values) {
        return R"({"module": "flip-book", "file": "book.png", "columns": 2, "rows": 2, )" + values +
               R"(}, {"module": "size", "diameter": 1.2})";
    }

    /// Returns the scene of these emitters after so many steps.
    Scene scene_of(const std::string& emitters, bool covers = true, int steps = 1) {
        suites_.emplace(gl::Tools{facts(), shaders_, *passes_});
        memory_ = gl::plain_memory();
        const std::string text = std::string(R"({"format": 2, "blend": ")") +
                                 (covers ? "alpha" : "additive") + R"(", "emitters": [)" + emitters + "]}";
        simulations_.push_back(std::make_unique<particles::Simulation>(
            gl::Tools{facts(), shaders_, *passes_}, *memory_,
            effects::compile(effects::parse(text, "test", folder_.path().string())), 64, 1,
            suites_->make_compactor({Backend::glsl, {}, Compaction::staged})));
        for (int i = 0; i < steps; ++i) {
            simulations_.back()->settle();
            simulations_.back()->step();
        }
        Scene scene = render::scene_of(simulations_.back()->living(), front);
        scene.plane.enabled = false;
        scene.scenery = {effects::Ground::none, effects::Sky::black, 1};
        scene.bloom = false;
        scene.covers = covers;
        scene.order.sorts = covers;
        scene.order.bounds = bounds_of(*simulations_.back()->living().program);
        return scene;
    }
    Image shown(Scene scene, By by = By::triangles) const {
        scene.by_tiles = by == By::tiles;
        return draw(scene, frame_size);
    }
    Image shown(const std::string& modules, By by = By::triangles, int steps = 1, float lifetime = 99) {
        return shown(scene_of(emitter(modules, "[0, 0, 0]", lifetime), true, steps), by);
    }

    /// Returns the mean of each channel over a part of the frame, from its upper left, in shares.
    static glm::dvec3 mean(const Image& image, double left, double top, double right, double bottom) {
        const auto at = [](double share, int side) { return static_cast<int>(share * side); };
        glm::dvec3 sum(0);
        int count = 0;
        for (int y = at(top, image.size.height); y < at(bottom, image.size.height); ++y)
            for (int x = at(left, image.size.width); x < at(right, image.size.width); ++x, ++count)
                for (int c = 0; c < 3; ++c)
                    sum[c] += image.pixels[static_cast<std::size_t>(3 * (y * image.size.width + x) + c)];
        return sum / double(count);
    }
    static glm::dvec3 middle(const Image& image) { return mean(image, 0.45, 0.45, 0.55, 0.55); }
    static glm::dvec3 whole(const Image& image) { return mean(image, 0, 0, 1, 1); }

    static void expect_alike(const Image& a, const Image& b, const std::string& what) {
        const Difference difference = compare(a, b, 8);
        EXPECT_LT(difference.mean, 0.5) << what;
        EXPECT_LT(difference.beyond, a.pixels.size() / 3 / 100) << what << ", most " << difference.most;
    }

    test::TemporaryDirectory folder_;
    std::optional<Suites> suites_;
    std::unique_ptr<gl::MemoryProvider> memory_;
    std::vector<std::unique_ptr<particles::Simulation>> simulations_;
};

/// Says which of red, green, blue and white the light is.
char name_of(const glm::dvec3& light) {
    const double most = std::max({light.r, light.g, light.b});
    std::string bright;
    for (int c = 0; c < 3; ++c)
        if (light[c] > 0.7 * most) bright += "rgb"[c];
    return most < 50 ? '-' : bright == "rgb" ? 'w' : bright.size() == 1 ? bright[0] : '?';
}

TEST_F(PicturesTest, TheFrameFollowsAge) {
    for (const By by : {By::triangles, By::tiles}) {
        std::string names;
        for (int steps = 1; steps <= 5; ++steps)
            names += name_of(middle(shown(book(R"("plays": "again", "rate": 60)"), by, steps)));
        EXPECT_EQ(names, "rgbwr");
    }
    EXPECT_EQ(name_of(middle(shown(book(R"("plays": "again", "rate": -60)"), By::triangles, 2))), 'w')
        << "backwards";
    EXPECT_EQ(name_of(middle(shown(book(R"("plays": "again", "rate": 0, "frame": "age > 0.03 ? 2 : 1")"),
                                   By::triangles, 2))),
              'g');
    EXPECT_EQ(name_of(middle(shown(book(R"("plays": "again", "rate": 0, "frame": "age > 0.03 ? 2 : 1")"),
                                   By::triangles, 4))),
              'b');
}

TEST_F(PicturesTest, LooksReadEveryPlaneOfAttributes) {
    const std::string tinted =
        R"j({"module": "attribute-colour", "name": "tint", "value": "vec4(1, 0.5, 0.2, 1)"},
{"module": "colour", "colour": "tint"}, {"module": "size", "diameter": 1.2})j";
    for (const By by : {By::triangles, By::tiles}) {
        const Image plain = shown(tinted, by);
        EXPECT_GT(mean(plain, 0.4, 0.4, 0.6, 0.6).x, 20);
        EXPECT_EQ(shown(test::words_before_others() + tinted, by).pixels, plain.pixels);
    }
}

TEST_F(PicturesTest, TheFrameFollowsTheShareOfLife) {
    constexpr float lifetime = 6.0f / 60;
    std::string names;
    for (const int steps : {1, 3, 5})
        names += name_of(middle(shown(book(R"("plays": "once")"), By::triangles, steps, lifetime)));
    EXPECT_EQ(names, "rgb") << "at 0, 1/3 and 2/3 of its life";
    EXPECT_EQ(name_of(middle(shown(book(R"("plays": "once", "frame": 9)")))), 'w')
        << "beyond the last, it stays";
}

TEST_F(PicturesTest, BetweenTwoFramesBothAreBlended) {
    for (const By by : {By::triangles, By::tiles}) {
        const auto frame = [&](const std::string& number) {
            return shown(book(R"("plays": "again", "rate": 0, "frame": )" + number), by);
        };
        const Image half =
            shown(mask("white.png", R"(, {"module": "colour", "colour": [0.5, 0.5, 0, 1]})"), by);
        expect_alike(frame("0.5"), half, "red and green");
        const Image last =
            shown(mask("white.png", R"(, {"module": "colour", "colour": [1, 0.25, 0.25, 1]})"), by);
        expect_alike(frame("3.75"), last, "a quarter white, the rest the first again");
        EXPECT_GT(compare(frame("0"), half, 8).mean, 1);
    }
}

TEST_F(PicturesTest, APictureIsUprightAndTurns) {
    for (const By by : {By::triangles, By::tiles}) {
        const Image upright = shown(mask("letter.png"), by);
        EXPECT_EQ(name_of(mean(upright, 0.40, 0.35, 0.43, 0.65)), 'r') << "the stem";
        EXPECT_EQ(name_of(mean(upright, 0.5, 0.34, 0.6, 0.37)), 'g') << "the upper bar";
        expect_alike(shown(mask("letter.png", R"(, {"module": "rotation", "angle": 90})"), by),
                     shown(mask("turned.png"), by), "turned counterclockwise");
        EXPECT_GT(compare(upright, shown(mask("turned.png"), by), 8).mean, 2);
    }
}

TEST_F(PicturesTest, NothingBleedsFromOneFrameIntoTheNext) {
    for (const By by : {By::triangles, By::tiles})
        for (const float distance : {0.7f, 3.0f, 20.0f, 90.0f}) {
            Scene scene = scene_of(emitter(book(R"("plays": "again", "rate": 0)")));
            scene.camera = Camera({{0, 0, 0}, distance, 0, 0, 1});
            const Image image = shown(scene, by);
            EXPECT_GT(whole(image).r, 0) << distance;
            int most = 0;
            for (std::size_t i = 1; i < image.pixels.size(); i += 3)
                if (image.pixels[i - 1] < 250)
                    most = std::max(most, int{image.pixels[i]} - int{image.pixels[i + 1]});
            EXPECT_LE(most, 1) << "green of the frame to the right, at " << distance << " m";
        }
}

TEST_F(PicturesTest, BothWaysToDrawShowTheSame) {
    const std::string moving = R"({"module": "jet", "direction": [1, 0.4, 0], "spread": 0, "speed": 6}, )";
    const std::vector<std::string> all{
        mask("letter.png"),
        mask("letter.png", R"(, {"module": "rotation", "angle": 117})"),
        mask("letter.png",
             R"(, {"module": "rotation", "angle": 37}, {"module": "slenderness", "width": 0.4})"),
        moving + mask("letter.png", R"(, {"module": "streak", "time": 0.1})"),
        book(R"("plays": "again", "rate": 0, "frame": 1.3)"),
        mask("fine.png", R"(, {"module": "rotation", "angle": 20})"),
        mask("tall.png", R"(, {"module": "rotation", "angle": 20})"),
        mask(""),
    };
    renderer_->set_quality(Quality::high);  // the low one shows one size of a picture
    for (std::size_t i = 0; i < 2 * all.size(); ++i) {
        const bool covers = i < all.size();
        const Scene scene = scene_of(emitter(all[i % all.size()]), covers);
        const Image by_tiles = shown(scene, By::tiles);
        EXPECT_TRUE(renderer_->drew_by_tiles()) << renderer_->why_triangles();
        EXPECT_GT(whole(by_tiles).g, 1) << i;
        expect_alike(by_tiles, shown(scene), std::to_string(i));
    }
}

/// The triangles of large sprites are cut, where a CPU renders.
TEST_F(PicturesTest, BothWaysToDrawShowTheSameFromNear) {
    renderer_->set_quality(Quality::high);
    for (const std::string& modules :
         {mask("letter.png", R"(, {"module": "rotation", "angle": 117})"), mask("white.png"), mask("")}) {
        Scene scene = scene_of(emitter(modules));
        scene.camera = Camera({{0, 0, 0}, 1.5f, 0, 0, 1});
        expect_alike(shown(scene, By::tiles), shown(scene), modules);
    }
}

/// Stripes of one texel are sharp at the size of their texels, and grey at half of it. Where a pixel is 1.4
/// texels, a blend has half of their contrast.
TEST_F(PicturesTest, TheLowQualityShowsTheNearestSize) {
    folder_.write("stripes.png", test::png(64, 64, [](int x, int) {
                      return x % 2 == 0 ? texel_white : glm::u8vec4(0, 0, 0, 255);
                  }));
    const auto contrast = [&](Quality quality, float texels_per_pixel) {
        renderer_->set_quality(quality);
        Scene scene = scene_of(emitter(mask("stripes.png")));
        const float pixels = 64 / texels_per_pixel;
        const float metres_per_pixel = 1.2f / pixels;
        const float slope = 1 / Camera({{0, 0, 0}, 3, 0, 0, 1}).projection(frame_size)[1][1];
        const float distance = metres_per_pixel * static_cast<float>(frame_size.height) / (2 * slope);
        scene.camera = Camera({{0, 0, 0}, distance, 0, 0, 1});
        const Image image = shown(scene);
        int least = 255, most = 0;
        for (int x = 50; x < 70; ++x) {
            const int red = image.pixels[static_cast<std::size_t>(3 * (60 * frame_size.width + x))];
            least = std::min(least, red), most = std::max(most, red);
        }
        return most - least;
    };
    EXPECT_GT(contrast(Quality::low, 1.3f), 1.3 * contrast(Quality::high, 1.3f))
        << "of the larger size alone";
    EXPECT_GT(contrast(Quality::high, 1.6f), 20) << "blended";
    EXPECT_LT(contrast(Quality::low, 1.6f), 4) << "of the smaller size alone";
}

TEST_F(PicturesTest, EachEmitterHasItsPicture) {
    const auto at = [](const std::string& x) { return "[" + x + ", 0, 0]"; };
    const std::string small = R"(, {"module": "size", "diameter": 0.5})";
    for (const By by : {By::triangles, By::tiles}) {
        const Image image =
            shown(scene_of(emitter(mask("letter.png", small), at("-0.6")) + "," +
                           emitter(mask("white.png", small), at("0")) + "," +
                           emitter(book(R"("plays": "again", "rate": 0, "frame": 2)") + small, at("0.6"))),
                  by);
        EXPECT_EQ(name_of(middle(image)), 'w');
        int blue_pixels = 0, red_pixels = 0;
        for (int x = 0; x < frame_size.width; ++x) {
            const double share = (x + 0.5) / frame_size.width;
            const char name = name_of(mean(image, share, 0.49, share + 0.01, 0.52));
            red_pixels += share < 0.4 && name == 'r';
            blue_pixels += share > 0.6 && name == 'b';
        }
        EXPECT_GT(red_pixels, 1);
        EXPECT_GT(blue_pixels, 10);
    }
}

TEST_F(PicturesTest, SmallPicturesAreTheMeanOfWhatTheyShow) {
    for (const By by : {By::triangles, By::tiles}) {
        const Image grey =
            shown(mask("white.png", R"(, {"module": "colour", "colour": [0.5, 0.5, 0.5, 1]})"), by);
        const Image fine = shown(mask("fine.png", R"(, {"module": "rotation", "angle": 11})"), by);
        const double expected = middle(grey).g;
        for (int y = 54; y < 66; ++y)
            for (int x = 54; x < 66; ++x) {
                const auto at = static_cast<std::size_t>(3 * (y * frame_size.width + x) + 1);
                ASSERT_NEAR(fine.pixels[at], expected, 25) << x << ", " << y;
            }
    }
}

TEST_F(PicturesTest, TheMirrorShowsThePictureUpsideDown) {
    for (const By by : {By::triangles, By::tiles}) {
        Scene scene =
            scene_of(emitter(mask("letter.png", R"(, {"module": "size", "diameter": 0.8})"), "[0, 0.5, 0]"));
        renderer_->set_quality(Quality::high);  // the low one mirrors each 4th particle
        scene.plane.enabled = true;
        scene.scenery.ground = effects::Ground::wet;
        scene.camera = Camera({{0, 0.1f, 0}, 3, 0, 8, 1});
        const Image image = shown(scene, by);
        double above = 0,
               below = 0;  // where the green is strongest: at the top, and mirrored at the bottom
        double max_above = 0, max_below = 0;
        for (double y = 0; y < 0.99; y += 0.01) {
            const glm::dvec3 light = mean(image, 0.45, y, 0.6, y + 0.01);
            const double more = light.g - light.b;
            double& most = y < 0.5 ? max_above : max_below;
            if (more > most) most = more, (y < 0.5 ? above : below) = y;
        }
        const double blue_below = [&] {
            double most = 0, at = 0;
            for (double y = 0.5; y < 0.99; y += 0.01) {
                const glm::dvec3 light = mean(image, 0.45, y, 0.53, y + 0.01);
                if (light.b - light.g > most) most = light.b - light.g, at = y;
            }
            return at;
        }();
        EXPECT_GT(max_above, 20);
        EXPECT_GT(max_below, 3);
        EXPECT_LT(above, 0.5);
        EXPECT_GT(below, blue_below) << "the bar that is above the other lies below it in the mirror";
    }
}

/// The map of opacity has a disc in the place of a picture, which absorbs as much.
TEST_F(PicturesTest, OpaquePicturesShadeMoreThanClearOnes) {
    const glm::vec3 to_lamp = render::to_lamp(effects::Lamp());
    const auto place = "[" + std::to_string(to_lamp.x * 2) + "," + std::to_string(to_lamp.y * 2) + "," +
                       std::to_string(to_lamp.z * 2) + "]";
    const std::string lit = emitter(R"({"module": "size", "diameter": 0.6}, {"module": "shading"})");
    for (const By by : {By::triangles, By::tiles}) {
        const auto light_below = [&](const std::string& file) {
            Scene scene =
                scene_of(lit + "," + emitter(mask(file, R"(, {"module": "size", "diameter": 1})"), place));
            scene.shaded = true;
            scene.camera = Camera({{0, 0, 0}, 1.5f, 90, 0, 1});
            return middle(shown(scene, by)).g;
        };
        EXPECT_LT(light_below("white.png"), 0.9 * light_below("clear.png"));
        EXPECT_NEAR(light_below("white.png"), light_below(""), 30) << "a soft disc";
    }
}

TEST_F(PicturesTest, APictureLiesInAPlane) {
    const auto facing = [&](const std::string& direction, By by) {
        return shown(
            mask("letter.png", R"(, {"module": "facing", "to": "normal", "direction": )" + direction + "}"),
            by);
    };
    expect_alike(facing("[0, 0, 1]", By::triangles), shown(mask("letter.png")), "towards the camera");
    for (const char* const direction : {"[0, 0, 1]", "[1, 0, 1]", "[0.3, 0.8, 0.4]", "[0, 0, -1]"})
        expect_alike(facing(direction, By::tiles), facing(direction, By::triangles), direction);
    EXPECT_NE(facing("[1, 0, 1]", By::triangles), facing("[0, 0, 1]", By::triangles));
}

}  // namespace
}  // namespace winnow::render
