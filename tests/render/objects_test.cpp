// The scenery's objects: what they hide, in the frame and in the mirror, and the shadows that they cast.
#include "render/objects.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "render/renderer_fixture.h"

namespace winnow::render {
namespace {

/// Looks along -z at the field, which lies within a metre of the y axis.
constexpr effects::View along_z{{0, 0.9f, 0}, 5, 0, 8, 1};

/// With the parameter by tiles, that is, by the rasteriser; else by triangles.
class ObjectsTest : public RendererTest, public testing::WithParamInterface<bool> {
  protected:
    void SetUp() override {
        RendererTest::SetUp();
        if (IsSkipped()) return;
        field_.emplace(1000);
        none_.emplace(0, 16);
    }

    static Scene scene_of(const test::Field& field, const std::vector<effects::SceneObject>& objects) {
        Scene scene = render::scene_of(field, along_z);
        scene.plane.enabled = false;
        scene.bloom = false;  // light would spread past the objects
        scene.scenery.objects = objects;
        scene.by_tiles = GetParam();
        scene.order.bounds.brightest_color = 6;  // the unit of light by tiles
        return scene;
    }

    /// A wall that fills the view, so far in front of the field or, with a negative number, behind it.
    static effects::SceneObject wall(float in_front) {
        effects::SceneObject wall;
        wall.position = {0, 0, in_front};
        wall.size = {60, 60, 0.1f};
        return wall;
    }

    static double brightness(const Image& image) {
        double sum = 0;
        for (const std::uint8_t value : image.pixels) sum += value;
        return sum / static_cast<double>(image.pixels.size());
    }

    std::optional<test::Field> field_, none_;  // empty if the test is skipped
};

INSTANTIATE_TEST_SUITE_P(, ObjectsTest, testing::Bool(), path_of_drawing);

TEST_P(ObjectsTest, HideWhatLiesBehindThemAndNothingInFront) {
    EXPECT_EQ(draw(scene_of(*field_, {wall(2)})), draw(scene_of(*none_, {wall(2)})));
    EXPECT_GT(brightness(draw(scene_of(*field_, {wall(-2)}))),
              brightness(draw(scene_of(*none_, {wall(-2)}))) + 3);
}

TEST_P(ObjectsTest, AreDrawnWhereTheyHaveMovedWithTheirShadows) {
    std::vector<effects::SceneObject> objects(2);
    objects[0].position = {0.4f, 0, 0};
    objects[1].position = {0, -1, 0};
    objects[1].size = {3, 0.1f, 3};
    const Image first = draw(scene_of(*none_, objects));
    std::vector<effects::SceneObject> moved = objects;
    moved[0].position = {-0.4f, 0.3f, 0};
    const Image second = draw(scene_of(*none_, moved));
    EXPECT_NE(second, first);
    EXPECT_EQ(draw(scene_of(*none_, objects)), first);
    moved.emplace_back();  // drawn with buffers of another size in between
    draw(scene_of(*none_, moved));
    moved.pop_back();
    EXPECT_EQ(draw(scene_of(*none_, moved)), second);
}

/// A grey ball a metre wide in the middle of the picture, lit from the eye's side.
effects::SceneObject ball_with(const effects::ObjectSurface& surface) {
    effects::SceneObject ball;
    ball.shape = effects::Solid::ball;
    ball.position = {0, 0.9f, 0};
    ball.size = {2, 2, 2};
    ball.surface = surface;
    return ball;
}

/// How much pixels in the middle, which all show the ball, differ from the mean of those beside them.
double unevenness(const Image& image) {
    double sum = 0, count = 0;
    for (int y = image.size.height * 3 / 8; y < image.size.height * 5 / 8; ++y)
        for (int x = image.size.width * 7 / 16; x < image.size.width * 9 / 16; ++x) {
            const auto green = [&](int beside) { return pixel(image, x + beside, y).g; };
            sum += std::abs(green(-1) + green(1) - 2 * green(0));
            ++count;
        }
    return sum / count;
}

int brightest(const Image& image) {
    int best = 0;
    for (int y = 0; y < image.size.height; ++y)
        for (int x = 0; x < image.size.width; ++x) best = std::max(best, pixel(image, x, y).g);
    return best;
}

TEST_P(ObjectsTest, SurfacesHavePatchesBumpsAndAGleam) {
    const auto drawn = [&](const effects::ObjectSurface& surface) {
        return draw(scene_of(*none_, {ball_with(surface)}));
    };
    const Image even = drawn({});
    EXPECT_EQ(drawn({.patch_size = 0.1f, .cover_colour = {1, 0, 0}}), even) << "nothing asks for patches";
    EXPECT_GT(unevenness(drawn({.grain = 1, .patch_size = 0.2f})), unevenness(even) + 3);
    EXPECT_GT(unevenness(drawn({.bumps = 1, .patch_size = 0.2f})), unevenness(even) + 3);
    EXPECT_GT(brightest(drawn({.roughness = 0.3f})), brightest(even) + 20);
    EXPECT_NEAR(unevenness(drawn({.grain = 1, .patch_size = 0.001f})), unevenness(even), 0.5)
        << "patches smaller than a pixel";
}

TEST_P(ObjectsTest, PatchesLieInTheObjectsOwnAxes) {
    const effects::ObjectSurface surface{.grain = 1, .bumps = 0.5f, .patch_size = 0.3f, .stretch = {1, 3, 1}};
    effects::SceneObject ball = ball_with(surface);
    Scene scene = scene_of(*none_, {ball});
    scene.scenery.sky = effects::Sky::black;
    const Image first = draw(scene);
    const glm::vec3 way(8, 0, 0);
    scene.scenery.objects[0].position += way;
    effects::View beside = along_z;
    beside.target += way;
    scene.camera = Camera(beside);
    const Image moved = draw(scene);
    const int x = size.width / 2, y = size.height / 2;
    for (int k = -10; k <= 10; ++k)
        EXPECT_LE(std::abs(pixel(first, x + k, y).g - pixel(moved, x + k, y).g), 3) << k;
    scene.scenery.objects[0].angle = 90;
    EXPECT_NE(draw(scene), moved) << "they are turned with it";
}

TEST_P(ObjectsTest, WhatSettlesLiesOnTheSidesThatLookUp) {
    effects::ObjectSurface snow{.cover = 0.5f, .cover_colour = {1, 0, 0}};
    const auto red_share = [&](float cover, int y) {
        snow.cover = cover;
        const Image image = draw(scene_of(*none_, {ball_with(snow)}));
        const glm::ivec3 shown = pixel(image, size.width / 2, y);
        return static_cast<double>(shown.r) / std::max(1, shown.r + shown.g + shown.b);
    };
    const int above = size.height * 3 / 10, below = size.height * 7 / 10;
    EXPECT_GT(red_share(0.4f, above), 0.8);
    EXPECT_LT(red_share(0.4f, below), 0.5);
    EXPECT_LT(red_share(0, above), 0.5);
    EXPECT_GT(red_share(1, below), 0.8);
}

TEST_P(ObjectsTest, AreSeenFromBothSides) {
    effects::SceneObject open = wall(2);
    open.angle = 180;
    EXPECT_NE(draw(scene_of(*none_, {open})), draw(scene_of(*none_, {})));
}

TEST_P(ObjectsTest, SpritesFadeWhereTheyMeetThem) {
    const Image behind = draw(scene_of(*field_, {wall(2)})), before = draw(scene_of(*field_, {wall(-2)}));
    const double amid = brightness(draw(scene_of(*field_, {wall(0)})));
    EXPECT_GT(amid, brightness(behind) + 1);
    EXPECT_LT(amid, brightness(before) - 1);
}

TEST_P(ObjectsTest, AreMirroredInThePlaneAndHideParticlesThere) {
    effects::SceneObject lantern;
    lantern.shape = effects::Solid::ball;
    lantern.position = {0, 1, 0};
    lantern.glow = 20;
    const auto below = [&](const test::Field& field, const std::vector<effects::SceneObject>& objects) {
        Scene scene = scene_of(field, objects);
        scene.plane.enabled = true;
        Image image = draw(scene);
        image.pixels.erase(image.pixels.begin(),
                           image.pixels.begin() + static_cast<std::ptrdiff_t>(image.pixels.size() * 3 / 4));
        return image;
    };
    EXPECT_GT(brightness(below(*none_, {lantern})), brightness(below(*none_, {})) + 3);
    EXPECT_EQ(below(*field_, {wall(2)}), below(*none_, {wall(2)}));
}

TEST_P(ObjectsTest, CastShadowsOnTheGroundAndOnParticles) {
    effects::SceneObject roof;
    roof.position = {0, 4, 0};
    roof.size = {12, 0.1f, 12};
    const auto drawn = [&](const std::vector<effects::SceneObject>& objects) {
        Scene scene = covering_scene_of(*field_, along_z);
        scene.shaded = true;
        scene.by_tiles = GetParam();
        scene.bloom = false;
        scene.scenery = {effects::Ground::studio, effects::Sky::black, 1, objects};
        return brightness(draw(scene));
    };
    effects::SceneObject above = roof;
    above.position.x += 40;  // its shadow falls elsewhere
    EXPECT_LT(drawn({roof}), 0.6 * drawn({above}));
}

/// The lamp grazes the face of a box that looks along z, and the foot of a box on the ground lies in its own
/// shadow. The camera comes nearer as the box becomes smaller, so that all pictures are alike.
class ShadowsTest : public ObjectsTest {
  protected:
    static Scene scene_with(float size, const effects::View& view) {
        effects::SceneObject box;
        box.size = glm::vec3(size);
        box.position = {0, size / 2, 0};
        Scene scene;
        scene.by_tiles = GetParam();
        scene.bloom = false;
        scene.scenery = {effects::Ground::studio, effects::Sky::black, 1, {box}};
        scene.camera = Camera(view);
        return scene;
    }

    static int green(const Image& image, int x, int y) {
        return image.pixels[(static_cast<std::size_t>(y) * static_cast<std::size_t>(image.size.width) +
                             static_cast<std::size_t>(x)) *
                                Image::channels +
                            1];
    }
};

INSTANTIATE_TEST_SUITE_P(, ShadowsTest, testing::Bool(), path_of_drawing);

TEST_P(ShadowsTest, LeaveAGrazedFaceEven) {
    for (const Quality quality : {Quality::low, Quality::high}) {
        if (GetParam() && quality == Quality::low)
            continue;  // one of them shows if the rasteriser has stripes
        renderer_->set_quality(quality);
        for (const float box : {0.05f, 40.0f}) {
            Scene scene = scene_with(box, {{0, box / 2, 0}, 1.9f * box, 0, 0, 1});
            scene.living = none_->living();
            const Image image = draw(scene);
            for (const int y : {30, 45, 60}) {
                int least = 255, most = 0;
                for (int x = 60; x <= 100; ++x) {
                    least = std::min(least, green(image, x, y));
                    most = std::max(most, green(image, x, y));
                }
                EXPECT_GT(least, 20) << "the face is lit, of a box of " << box << " m";
                EXPECT_LE(most - least, 3) << "stripes in row " << y << " of a box of " << box << " m";
            }
        }
    }
}

/// The plate is so thin that a place moved towards the lamp would lie above it.
TEST_P(ShadowsTest, BeginAtTheFootOfAPlate) {
    for (const float box : {0.05f, 1.0f}) {
        // From above; the lamp is on the left.
        Scene scene = scene_with(box, {{box, 0, 0}, 3 * box, 0, 89, 1});
        scene.scenery.objects[0].size.y *= 0.3f;
        scene.scenery.objects[0].position.y *= 0.3f;
        scene.living = none_->living();
        const Image with = draw(scene);
        scene.scenery.objects[0].position.y += 50 * box;  // its shadow falls elsewhere
        const Image without = draw(scene);
        int shaded = 0;
        for (int x = 0; x < size.width; ++x) {
            const bool is_dark = green(with, x, 45) < 0.6 * green(without, x, 45);
            shaded += is_dark ? 1 : 0;
        }
        EXPECT_GT(shaded, 5) << "a box of " << box << " m";
        // The last pixel of the box's top and the first of the ground beside it.
        int foot = 0;
        for (int x = 1; x < size.width; ++x)
            if (green(with, x - 1, 45) > green(without, x - 1, 45) + 20) foot = x;
        for (int x = foot + 2; x < foot + 6; ++x)
            EXPECT_LT(green(with, x, 45), 0.6 * green(without, x, 45))
                << "light under a plate of " << box << " m, " << x;
    }
}

TEST_P(ObjectsTest, GlowWithoutALamp) {
    effects::SceneObject lit = wall(2);
    const auto drawn = [&](float glow) {
        lit.glow = glow;
        Scene scene = scene_of(*none_, {lit});
        scene.scenery.lamp = 0;
        return brightness(draw(scene));
    };
    EXPECT_LT(drawn(0), 1);
    EXPECT_GT(drawn(1), 50);
}

TEST_P(ObjectsTest, ComeAndGo) {
    const Image without = draw(scene_of(*field_, {}));
    const Image with = draw(scene_of(*field_, {wall(2)}));
    EXPECT_NE(with, without);
    EXPECT_EQ(draw(scene_of(*field_, {})), without);
    EXPECT_EQ(draw(scene_of(*field_, {wall(2)})), with);
    EXPECT_NE(draw(scene_of(*field_, {wall(2)}), {80, 45}).size, with.size);
}

}  // namespace
}  // namespace winnow::render
