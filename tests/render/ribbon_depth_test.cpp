// Ribbons that cover, among sprites, objects and one another: the nearer is in front.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <glm/glm.hpp>
#include <string>

#include "render/ribbons_fixture.h"

namespace winnow::render {
namespace {

class RibbonDepthTest : public RibbonsTest {
  protected:
    inline static const std::string red = "[1, 0, 0, 1]", green = "[0, 1, 0, 1]";
    static constexpr gl::Size frame_size{120, 120};
    static constexpr effects::View from_front{{0, 1, 0}, 4, 0, 0, 1};
    static constexpr effects::View from_behind{{0, 1, 0}, 4, 180, 0, 1};

    /// Returns an emitter of one level ribbon through (0, 1, z).
    static std::string ribbon(const std::string& colour, const std::string& z,
                              const std::string& blend = "alpha", const std::string& diameter = "0.5") {
        return R"j({"rate": 0, "lifetime": 99, "blend": ")j" + blend +
               R"j(", "bursts": [{"count": 60}], "modules": [
{"module": "point", "centre": "vec3(time * 120 - 1, 1, )j" +
               z + R"j()"}, {"module": "colour", "colour": )j" + colour +
               R"j(}, {"module": "size", "diameter": )j" + diameter +
               R"j(}, {"module": "ribbon", "edge": 0.3}]})j";
    }
    /// Returns an emitter of one sprite at (0, 1, z).
    static std::string sprite(const std::string& colour, const std::string& z) {
        return R"j({"rate": 0, "lifetime": 99, "blend": "alpha", "bursts": [{"count": 1}], "modules": [
{"module": "point", "centre": [0, 1, )j" +
               z + R"j(]}, {"module": "colour", "colour": )j" + colour +
               R"j(}, {"module": "size", "diameter": 0.8}]})j";
    }

    Scene scene_of_all(const std::string& emitters, const effects::View& view, bool by_tiles) {
        auto& simulation =
            simulate(R"j({"format": 2, "floor": {"enabled": false}, "emitters": [)j" + emitters + "]}");
        Scene scene = scene_of(simulation, view);
        scene.covers = scene.ribbons_cover = true;
        scene.order.sorts = true;
        scene.by_tiles = by_tiles;
        return scene;
    }
    static glm::ivec3 at(const Image& image, double x, double y) {
        const auto place = 3 * (static_cast<std::size_t>(y * image.size.height) *
                                    static_cast<std::size_t>(image.size.width) +
                                static_cast<std::size_t>(x * image.size.width));
        return {image.pixels.at(place), image.pixels.at(place + 1), image.pixels.at(place + 2)};
    }
    static glm::ivec3 middle(const Image& image) { return at(image, 0.5, 0.5); }

    /// Expects what is red in the frame's middle, or else what is green.
    void expect_front(const Scene& scene, bool is_red, const std::string& what) const {
        const glm::ivec3 light = middle(draw(scene, frame_size));
        EXPECT_GT(is_red ? light.r : light.g, 100) << what;
        EXPECT_LT(is_red ? light.g : light.r, 40) << what;
    }
};

TEST_F(RibbonDepthTest, HideSpritesBehindAndNotThoseInFront) {
    for (const bool by_tiles : {false, true})
        for (const auto& view : {from_front, from_behind}) {
            const bool is_front = view.yaw == 0;
            expect_front(scene_of_all(ribbon(red, "0") + "," + sprite(green, "-0.8"), view, by_tiles),
                         is_front, "the sprite at the back");
            expect_front(scene_of_all(ribbon(red, "0") + "," + sprite(green, "0.8"), view, by_tiles),
                         !is_front, "the sprite before it");
        }
}

TEST_F(RibbonDepthTest, BothWaysToDrawShowTheSame) {
    Scene scene = scene_of_all(
        ribbon(red, "time * 120 - 1") + "," + sprite(green, "-0.4") + "," + sprite("[0, 0.4, 1, 0.7]", "0.4"),
        from_front, false);
    const Image by_triangles = draw(scene, frame_size);
    scene.by_tiles = true;
    const Image by_tiles = draw(scene, frame_size);
    EXPECT_TRUE(renderer_->drew_by_tiles()) << renderer_->why_triangles();
    EXPECT_GT(middle(by_tiles).r + middle(by_tiles).b, 100);
    EXPECT_LE(compare(by_triangles, by_tiles, 2).beyond, 20u);
}

TEST_F(RibbonDepthTest, OfTwoTheNearerIsInFront) {
    for (const bool by_tiles : {false, true}) {
        const std::string back_first = ribbon(green, "-0.5") + "," + ribbon(red, "0.5");
        const std::string front_first = ribbon(red, "0.5") + "," + ribbon(green, "-0.5");
        for (const std::string& both : {back_first, front_first}) {
            expect_front(scene_of_all(both, from_front, by_tiles), true, "from the front");
            expect_front(scene_of_all(both, from_behind, by_tiles), false, "from behind");
        }
    }
}

TEST_F(RibbonDepthTest, SoftEdgesShowTheRibbonsBehind) {
    const std::string white = "[1, 1, 1, 1]";
    for (const bool front_first : {false, true}) {
        const std::string front = ribbon(white, "0.3", "alpha", "1.2"),
                          wide = ribbon(white, "-0.3", "alpha", "3.6");
        const std::string both = front_first ? front + "," + wide : wide + "," + front;
        const Image image = draw(scene_of_all(both, from_front, false), frame_size);
        for (double y = 0.25; y < 0.75; y += 0.005)
            EXPECT_GT(at(image, 0.5, y).g, middle(image).g - 8)
                << "no dark line between white and white at " << y;
    }
}

// A point's opacity is kept as a half float, which rounds this one up to where another draw shows it.
TEST_F(RibbonDepthTest, AreSeenWhereTheirOpacityIsRounded) {
    const Image image = draw(scene_of_all(ribbon("[0, 1, 0, 0.49999]", "0"), from_front, false), frame_size);
    EXPECT_GT(middle(image).g, 100);
}

TEST_F(RibbonDepthTest, HideLightBehindThem) {
    for (const bool by_tiles : {false, true}) {
        expect_front(scene_of_all(ribbon(red, "0") + "," + ribbon("[0, 4, 0, 1]", "-0.8", "additive"),
                                  from_front, by_tiles),
                     true, "light behind");
        const Image before =
            draw(scene_of_all(ribbon(red, "0") + "," + ribbon("[0, 4, 0, 1]", "0.8", "additive"), from_front,
                              by_tiles),
                 frame_size);
        EXPECT_GT(middle(before).g, 100) << "light before them";
    }
}

TEST_F(RibbonDepthTest, TheClearLetThrough) {
    for (const bool by_tiles : {false, true}) {
        const auto green_through = [&](const std::string& alpha) {
            return middle(draw(scene_of_all(
                                   ribbon("[1, 0, 0, " + alpha + "]", "0") + "," + sprite(green, "-0.8"),
                                   from_front, by_tiles),
                               frame_size))
                .g;
        };
        EXPECT_GT(green_through("0.2"), green_through("0.4") + 5);
        EXPECT_GT(green_through("0.4"), green_through("0.8") + 5);
        EXPECT_GT(green_through("0.8"), green_through("1") + 5);
    }
}

TEST_F(RibbonDepthTest, ObjectsHideThemAndAreHidden) {
    for (const bool by_tiles : {false, true})
        for (const float z : {-0.8f, 0.8f}) {
            Scene scene = scene_of_all(ribbon(red, "0"), from_front, by_tiles);
            effects::SceneObject box;
            box.position = {0, 1, z};
            box.size = glm::vec3(0.4f);
            box.colour = {0, 1, 0};
            box.glow = 1;
            scene.scenery.objects = {box};
            expect_front(scene, z < 0, z < 0 ? "the box behind" : "the box in front");
        }
}

TEST_F(RibbonDepthTest, TheMirrorHasThisOrderToo) {
    renderer_->set_quality(Quality::high);
    for (const bool by_tiles : {false, true})
        for (const char* z : {"-0.4", "0.4"}) {
            Scene scene =
                scene_of_all(ribbon(red, "0") + "," + sprite(green, z), {{0, 0, 0}, 4, 0, 14, 4}, by_tiles);
            scene.plane.enabled = true;
            scene.scenery.ground = effects::Ground::wet;
            const Image image = draw(scene, frame_size);
            int rows = 0, max_green = -255;  // where the ribbon is mirrored
            for (double y = 0.6; y < 0.99; y += 0.01) {
                const glm::ivec3 beside = at(image, 0.3, y), light = at(image, 0.5, y);
                if (beside.r < 100) continue;
                ++rows;
                max_green = std::max(max_green, light.g - light.r);
            }
            EXPECT_GT(rows, 3);
            if (z[0] == '-')
                EXPECT_LT(max_green, 0) << "the sprite behind";
            else
                EXPECT_GT(max_green, 0) << "the sprite before it";
        }
}

TEST_F(RibbonDepthTest, ATransparentFrameHasTheirOpacity) {
    Scene scene = scene_of_all(ribbon("[0, 0, 0, 0.6]", "0"), from_front, false);
    scene.transparent = true;
    const Image image = transparent_frame_of(*renderer_, scene, frame_size);
    EXPECT_NEAR(image.alpha.at(60 * 120 + 60), 0.6 * 255, 4);
    EXPECT_EQ(image.alpha.at(10 * 120 + 60), 0);
}

}  // namespace
}  // namespace winnow::render
