// Draws particles by what their emitters and modules say of their looks: how they blend, in which order, and
// what the camera changes; by triangles and by tiles.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "effects/format/effect_file.h"
#include "render/played_effect.h"
#include "render/renderer_fixture.h"

namespace winnow::render {
namespace {

class LooksTest : public RendererTest, public testing::WithParamInterface<bool> {
  protected:
    static constexpr gl::Size frame_size{96, 96};

    /// Returns an emitter of one particle at rest on the axis of the view, `near` metres before its target.
    static std::string emitter(const std::string& colour, float near, const std::string& members = "",
                               const std::string& modules = "", float diameter = 1) {
        static int number = 0;
        return R"({"name": "e)" + std::to_string(++number) +
               R"(", "rate": 0, "lifetime": 99, "bursts": [{"count": 1}], )" + members +
               R"("modules": [{"module": "point", "centre": [0, 0, )" + std::to_string(near) +
               R"(]}, {"module": "colour", "colour": )" + colour + R"(}, {"module": "size", "diameter": )" +
               std::to_string(diameter) + "}" + modules + "]}";
    }

    Scene scene_of(const std::string& emitters, const std::string& sky = "black") {
        const effects::Effect effect = effects::parse(
            R"({"format": 2, "blend": "alpha", "floor": {"enabled": false}, "scenery": {"ground": "none", "sky": ")" +
                sky +
                R"("}, "view": {"target": [0, 0, 0], "distance": 4, "yaw": 0, "pitch": 0}, "emitters": [)" +
                emitters + "]}",
            "test");
        played_.emplace(facts(), effect, 1);
        Scene scene = played_->scene();
        scene.bloom = false;
        scene.by_tiles = GetParam();
        return scene;
    }
    Image shown(const std::string& emitters, const std::string& sky = "black") {
        return draw(scene_of(emitters, sky), frame_size);
    }

    static glm::ivec3 middle(const Image& image) {
        const std::size_t at =
            3 * static_cast<std::size_t>(image.size.height / 2 * image.size.width + image.size.width / 2);
        return {image.pixels[at], image.pixels[at + 1], image.pixels[at + 2]};
    }
    static void expect_alike(const Image& a, const Image& b, const std::string& what) {
        EXPECT_LE(compare(a, b, 2).most, 2) << what;
    }
    /// Returns how many pixels are not black.
    static int lit(const Image& image) {
        int count = 0;
        for (std::size_t i = 0; i < image.pixels.size(); i += 3) count += image.pixels[i] > 8;
        return count;
    }

    std::optional<test::PlayedEffect> played_;
};

constexpr const char* red = "[0.8, 0.1, 0.1, 1]";
constexpr const char* blue = "[0.1, 0.1, 0.8, 1]";
constexpr const char* grey = "[0.3, 0.3, 0.3, 0.5]";

TEST_P(LooksTest, PremultipliedColoursAreLightAndSmoke) {
    const auto with = [&](const std::string& blend, const std::string& colour) {
        return shown(emitter(grey, 0) + ", " + emitter(colour, 1, "\"blend\": \"" + blend + "\", "));
    };
    const std::string premultiplied = "premultiplied";
    expect_alike(with(premultiplied, "[0.4, 0.2, 0.1, 1]"), with("alpha", "[0.4, 0.2, 0.1, 1]"), "opaque");
    expect_alike(with(premultiplied, "[0.2, 0.1, 0.05, 0.5]"), with("alpha", "[0.4, 0.2, 0.1, 0.5]"), "half");
    expect_alike(with(premultiplied, "[0.4, 0.2, 0.1, 0]"), with("additive", "[0.4, 0.2, 0.1, 1]"), "light");
    EXPECT_NE(with(premultiplied, "[0.4, 0.2, 0.1, 0]"), with(premultiplied, "[0.4, 0.2, 0.1, 1]"));
}

TEST_P(LooksTest, WhatFadesIsNotAddedEither) {
    const std::string members = R"("blend": "premultiplied", )",
                      near = R"(, {"module": "fade-near", "near": 9, "far": 10})";
    EXPECT_EQ(shown(emitter("[0.4, 0.2, 0.1, 0]", 0, members, near)), shown(emitter("[0, 0, 0, 0]", 0)));
}

TEST_P(LooksTest, MultiplyTintsWhatLiesBehind) {
    const std::string glass = R"("blend": "multiply", )";
    const glm::ivec3 bare = middle(shown(emitter("[0, 0, 0, 0]", 0), "studio"));
    const glm::ivec3 tinted = middle(shown(emitter("[1, 0.2, 0.2, 1]", 0, glass), "studio"));
    EXPECT_NEAR(tinted.r, bare.r, 2) << "the wall is seen through red glass";
    EXPECT_LT(tinted.g, bare.g / 2);
    EXPECT_NEAR(middle(shown(emitter("[0, 0, 0, 0]", 0, glass), "studio")).g, bare.g, 2) << "clear";
    const glm::ivec3 before =
        middle(shown(emitter("[0.4, 0.4, 0.4, 1]", 0) + ", " + emitter("[1, 0, 1, 1]", 1, glass)));
    EXPECT_GT(before.r, 80) << "a particle is seen through it";
    EXPECT_LT(before.g, 4);
    const glm::ivec3 behind =
        middle(shown(emitter("[0.4, 0.4, 0.4, 1]", 1) + ", " + emitter("[1, 0, 1, 1]", 0, glass)));
    EXPECT_NEAR(behind.r, behind.g, 2) << "what lies before it is not tinted";
    EXPECT_NEAR(before.r, behind.r, 2);
}

TEST_P(LooksTest, TheSkyIsSeenBesideAnObjectThroughGlass) {
    Scene scene = scene_of(emitter("[1, 0.2, 0.2, 1]", 0, R"("blend": "multiply", )"), "studio");
    const glm::ivec3 bare = middle(draw(scene, frame_size));
    effects::SceneObject ball;
    ball.position = {3, 0, 0};
    ball.size = glm::vec3(0.5f);
    scene.scenery.objects = {ball};
    const glm::ivec3 beside = middle(draw(scene, frame_size));
    EXPECT_GT(bare.r, 40);
    EXPECT_NEAR(beside.r, bare.r, 2);
}

TEST_P(LooksTest, OfTwoGlassesBothTint) {
    const std::string glass = R"("blend": "multiply", )";
    const glm::ivec3 both =
        middle(shown(emitter("[0.8, 0.8, 0.8, 1]", 0) + ", " + emitter("[1, 1, 0, 1]", 0.5f, glass) + ", " +
                     emitter("[1, 0, 1, 1]", 1, glass)));
    EXPECT_GT(both.r, 100);
    EXPECT_LT(both.g, 4);
    EXPECT_LT(both.b, 4);
}

TEST_P(LooksTest, AHigherOrderLiesAbove) {
    const std::string up = R"("order": 1.5, )", down = R"("order": -2, )";
    const auto is_blue = [](const Image& image) { return middle(image).b > middle(image).r; };
    EXPECT_FALSE(is_blue(shown(emitter(blue, 0) + ", " + emitter(red, 1))));
    for (const std::string& emitters :
         {emitter(blue, 0, up) + ", " + emitter(red, 1), emitter(blue, 0) + ", " + emitter(red, 1, down),
          emitter(red, 1) + ", " + emitter(blue, 0, up) + ", " + emitter("[0, 1, 0, 1]", 0.5f, down)})
        for (const std::uint32_t bits : {16u, 32u}) {
            Scene scene = scene_of(emitters);
            scene.order.key_bits = bits;
            EXPECT_TRUE(is_blue(draw(scene, frame_size))) << bits << " " << emitters;
        }
    Scene nearest = scene_of(emitter(red, 1, up) + ", " + emitter(blue, 0.5f, up) + ", " + emitter(grey, 2));
    EXPECT_FALSE(is_blue(draw(nearest, frame_size))) << "within an order, depth decides";
}

/// Returns the width and the height of what is not black, in pixels.
glm::ivec2 extent(const Image& image) {
    glm::ivec2 low(image.size.width, image.size.height), high(-1);
    for (int y = 0; y < image.size.height; ++y)
        for (int x = 0; x < image.size.width; ++x) {
            if (image.pixels[3 * static_cast<std::size_t>(y * image.size.width + x)] <= 8) continue;
            low = glm::min(low, glm::ivec2(x, y));
            high = glm::max(high, glm::ivec2(x, y));
        }
    return high - low + 1;
}

TEST_P(LooksTest, SpritesTurnAwayFromTheCamera) {
    const auto turned = [&](const std::string& values) {
        return extent(shown(emitter("[1, 1, 1, 1]", 0, "", R"(, {"module": "facing", )" + values + "}", 2)));
    };
    const glm::ivec2 round = extent(shown(emitter("[1, 1, 1, 1]", 0, "", "", 2)));
    EXPECT_EQ(turned(R"("to": "camera")"), round);
    EXPECT_EQ(turned(R"("to": "normal", "direction": [0, 0, 1])"), round);
    EXPECT_LE(turned(R"("to": "ground")").y, 3) << "the eye is as high as the ground";
    EXPECT_LE(turned(R"("to": "normal", "direction": [1, 0, 0])").x, 3) << "from its edge";
    const glm::ivec2 oblique = turned(R"("to": "normal", "direction": [1, 0, 1])");
    EXPECT_NEAR(oblique.x, 0.707 * round.x, 3);
    EXPECT_NEAR(oblique.y, round.y, 2);
    EXPECT_NEAR(turned(R"("to": "axis", "direction": [0, 1, 0])").x, round.x, 2) << "it turns to the camera";
}

TEST_P(LooksTest, LongSpritesLieAlongAnAxisOrTheirMotion) {
    const auto shown_along = [&](const std::string& values) {
        return shown(emitter("[1, 1, 1, 1]", 0, "",
                             R"(, {"module": "jet", "direction": [0, 1, 0], "spread": 0, "speed": 0.0001},
                                {"module": "proportions", "along": 2, "width": 0.5}, {"module": "facing", )" +
                                 values + "}"));
    };
    const glm::ivec2 tall = extent(shown_along(R"("to": "axis", "direction": [0, 1, 0])"));
    EXPECT_GT(tall.y, 3 * tall.x);
    expect_alike(shown_along(R"("to": "motion")"), shown_along(R"("to": "axis", "direction": [0, 1, 0])"),
                 "motion");
    const glm::ivec2 wide = extent(shown_along(R"("to": "axis", "direction": [1, 0, 0])"));
    EXPECT_EQ(glm::ivec2(wide.y, wide.x), tall);
    const glm::ivec2 short_one = extent(shown_along(R"("to": "axis", "direction": [0, 0.5, 0.866])"));
    EXPECT_NEAR(short_one.y, 0.5 * tall.y, 6) << "foreshortened";
    Scene culled = scene_of(emitter("[1, 1, 1, 1]", 0, "", R"(, {"module": "proportions", "along": 8})", 1));
    const Image whole = draw(culled, frame_size);
    culled.order.culls = true;
    EXPECT_EQ(draw(culled, frame_size), whole);
}

/// Returns the members of an emitter with one more look.
std::string look(const std::string& colour, float diameter, const std::string& members = "") {
    return R"("looks": [{)" + members + R"("modules": [{"module": "colour", "colour": )" + colour +
           R"(}, {"module": "size", "diameter": )" + std::to_string(diameter) + "}]}], ";
}

TEST_P(LooksTest, FurtherLooksAreDrawnOverTheFirst) {
    const Image two = shown(emitter(red, 0, look(blue, 0.3f)));
    EXPECT_GT(middle(two).b, middle(two).r) << "a blue core";
    expect_alike(two, shown(emitter(red, 0) + ", " + emitter(blue, 0.0001f, "", "", 0.3f)),
                 "as two particles");
    EXPECT_GT(lit(two), lit(shown(emitter(blue, 0, "", "", 0.3f)))) << "and a red halo";
    const Image under = shown(emitter(red, 0, look(blue, 0.3f, R"("order": -1, )")));
    expect_alike(under, shown(emitter(blue, 0, "", "", 0.3f) + ", " + emitter(red, 0.0001f)), "under it");
}

TEST_P(LooksTest, EachLookIsSortedAmongOtherParticles) {
    const std::string near = emitter("[0, 0.6, 0, 1]", 1, "", "", 0.6f);
    const Image covered = shown(emitter(red, 0, look(blue, 0.3f)) + ", " + near);
    EXPECT_GT(middle(covered).g, middle(covered).b) << "what lies before it covers both";
    const Image above = shown(emitter(red, 0, look(blue, 0.3f, R"("order": 1, )")) + ", " + near);
    EXPECT_GT(middle(above).b, middle(above).g);
}

TEST_P(LooksTest, OnlyTheirEmittersHaveFurtherLooks) {
    const std::string other = emitter("[0.6, 0.6, 0.6, 1]", -1, "", "", 3);
    const Image both = shown(other + ", " + emitter(red, 0, look(blue, 0.3f)));
    expect_alike(both, shown(other + ", " + emitter(red, 0) + ", " + emitter(blue, 0.0001f, "", "", 0.3f)),
                 "one");
}

TEST_P(LooksTest, LooksBlendEachInItsWay) {
    const std::string lights = R"("blend": "additive", )";
    const auto scene = [&](const std::string& emitters) {
        Scene adding = scene_of(emitters);
        adding.covers = adding.order.sorts = false;
        return draw(adding, frame_size);
    };
    const Image sum = scene(emitter("[0.2, 0, 0, 1]", 0, lights + look("[0, 0, 0.2, 1]", 1, lights)));
    expect_alike(sum, scene(emitter("[0.2, 0, 0.2, 1]", 0, lights)), "light adds up without a list");
    const Image mixed = shown(emitter(red, 0, look("[0, 0, 0.5, 1]", 1, lights)));
    EXPECT_GT(middle(mixed).r, middle(shown(emitter(blue, 0))).r + 40) << "light does not cover";
    EXPECT_GT(middle(mixed).b, middle(shown(emitter(red, 0))).b + 40);
    Scene culled = scene_of(emitter(red, 0, look(blue, 0.3f)));
    const Image whole = draw(culled, frame_size);
    culled.order.culls = true;
    EXPECT_EQ(draw(culled, frame_size), whole);
}

TEST_P(LooksTest, AMeshHasAGlow) {
    const std::string mesh = R"(, {"module": "mesh"})";
    const Image glowing = shown(emitter(red, 0, look("[0, 0, 0.6, 1]", 2, R"("blend": "additive", )"), mesh));
    EXPECT_GT(lit(glowing), 0);
    int glow = 0;
    for (std::size_t i = 0; i < glowing.pixels.size(); i += 3) glow += glowing.pixels[i + 2] > 8;
    EXPECT_GT(glow, lit(shown(emitter(red, 0, "", mesh)))) << "around the mesh";
}

TEST_P(LooksTest, WhatIsSeenThroughAParticleIsBent) {
    // A bright bar's edge passes through the middle of a lens.
    const std::string bar =
        R"({"name": "bar", "rate": 0, "lifetime": 99, "bursts": [{"count": 1}], "modules": [
        {"module": "point", "centre": [0.5, 0, -1]}, {"module": "sphere", "glow": 1}, {"module": "size", "diameter": 1},
        {"module": "colour", "colour": [0.6, 0.6, 0.6, 1]}]})";
    const auto through = [&](float strength, const std::string& place = "0") {
        return shown(bar + ", " +
                     emitter("[0, 0, 0, 0]", std::stof(place), "",
                             R"(, {"module": "distort", "strength": )" + std::to_string(strength) + "}",
                             1.5f));
    };
    const auto difference = [](const Image& a, const Image& b) { return compare(a, b, 8).beyond; };
    const Image plain = shown(bar);
    EXPECT_EQ(through(0), plain);
    EXPECT_GT(difference(through(0.3f), plain), 50u);
    EXPECT_GT(lit(through(0.3f)), lit(plain)) << "magnified";
    EXPECT_LT(lit(through(-0.3f)), lit(plain)) << "seen smaller";
    EXPECT_EQ(difference(through(0.3f, "-2.5"), plain), 0u) << "behind the bar";
}

TEST_P(LooksTest, AParticleKeepsItsSizeInPixels) {
    const auto pixels = [&](float near, const std::string& limits, int supersample = 1) {
        Scene scene =
            scene_of(emitter("[1, 1, 1, 1]", near, "", R"(, {"module": "size-limit", )" + limits + "}"));
        scene.supersample = supersample;
        const int side = 96 * supersample;
        return lit(draw(scene, {side, side})) / (supersample * supersample);
    };
    const std::string twelve = R"("least": 12, "most": 12)";
    const int usual = pixels(0, twelve);
    EXPECT_NEAR(usual, 85, 30) << "a disc of a diameter of 12 pixels, but for its dark edge";
    EXPECT_NEAR(pixels(3, twelve), usual, 12) << "near";
    EXPECT_NEAR(pixels(-40, twelve), usual, 12) << "far";
    EXPECT_NEAR(pixels(0, twelve, 2), usual, 12) << "in the frame that is shown";
    Scene culled =
        scene_of(emitter("[1, 1, 1, 1]", -40, "", R"(, {"module": "size-limit", )" + twelve + "}"));
    const Image whole = draw(culled, frame_size);
    culled.order.culls = true;
    EXPECT_EQ(draw(culled, frame_size), whole);
}

INSTANTIATE_TEST_SUITE_P(Drawn, LooksTest, testing::Bool(), path_of_drawing);

}  // namespace
}  // namespace winnow::render
