// The scenery's objects: what they hide, in the frame and in the mirror, and the shadows that they cast.
#include "render/objects.h"

#include <gtest/gtest.h>

#include <algorithm>
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
