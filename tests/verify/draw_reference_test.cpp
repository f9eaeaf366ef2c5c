// The reference of drawing: single values that follow from its definitions by hand.
#include "verify/draw_reference.h"

#include <gtest/gtest.h>

namespace winnow::verify {
namespace {

constexpr gl::Size size{33, 33};  // the middle of the frame is the middle of a pixel
constexpr std::size_t middle = 16 * 33 + 16;
constexpr glm::vec3 red{2, 0, 0}, green{0, 1, 0};

/// Sprites of half a metre's radius on the camera's axis; the eye is at height 0, 4 m before the origin.
class DrawReferenceTest : public ::testing::Test {
  protected:
    DrawReferenceTest() {
        scene_.camera = render::Camera(effects::View{{0, 0, 0}, 4, 0, 0, 1});
        scene_.plane.enabled = false;
    }

    void add(glm::vec3 color, float alpha, float z, bool covers) {
        looks_.push_back({.color_begin = {color, alpha}, .color_end = {color, alpha}, .covers = covers});
        particles_.push_back({{0, 0, z}, 0, {}, 1, 1, 0, static_cast<std::uint32_t>(looks_.size() - 1), 0});
    }

    LightFrame light() const { return reference_light(scene_, particles_, looks_, size); }
    glm::dvec3 middle_light() const { return light().pixels[middle]; }

    static void expect_near(glm::dvec3 found, glm::dvec3 expected) {
        for (int c = 0; c < 3; ++c) EXPECT_NEAR(found[c], expected[c], 1e-6) << "channel " << c;
    }

    render::Scene scene_;
    std::vector<particles::Particle> particles_;
    std::vector<EmitterLook> looks_;
};

TEST_F(DrawReferenceTest, TheMiddleOfASpriteHasItsPremultipliedColour) {
    const glm::dvec3 sky = middle_light();
    EXPECT_GT(sky.b, 0.03);  // the horizon
    add(red, 0.25f, 0, false);
    expect_near(middle_light(), sky + glm::dvec3(0.5, 0, 0));
}

TEST_F(DrawReferenceTest, TheProfileEndsAtTheRadius) {
    const LightFrame sky = light();
    add(red, 1, 0, false);
    const LightFrame frame = light();
    const double per_metre = 0.5 * scene_.camera.projection(size)[1].y * size.height / 4;
    for (int x = 0; x < size.width; ++x) {
        const double r = (x - 16) / (0.5 * per_metre), inside = std::max(0.0, 1 - r * r);
        const std::size_t at = middle + static_cast<std::size_t>(x) - 16;
        EXPECT_NEAR(frame.pixels[at].r - sky.pixels[at].r, 2 * inside * inside, 1e-5) << x;
    }
}

TEST_F(DrawReferenceTest, TwoLayersLetTheProductOfTheirSharesPass) {
    const glm::dvec3 sky = middle_light();
    add({0, 0, 0}, 0.25f, 0, true);
    add({0, 0, 0}, 0.5f, 1, true);
    expect_near(middle_light(), sky * 0.375);
}

TEST_F(DrawReferenceTest, LaterSpritesCoverEarlierOnesUnlessTheSceneSorts) {
    add(green, 1, 1, true);  // near
    add(red, 1, 0, true);    // far
    expect_near(middle_light(), red);
    scene_.order.sorts = true;
    expect_near(middle_light(), green);
}

TEST_F(DrawReferenceTest, SpritesFadeIntoThePlaneAndNearTheEye) {
    const glm::dvec3 sky = middle_light();
    scene_.plane.enabled = true;  // through the middle of the sprite
    scene_.plane.height = 0;
    add(red, 1, 0, false);
    expect_near(middle_light(), sky + glm::dvec3(1, 0, 0));
    scene_.plane.enabled = false;
    particles_.back().position[2] = 4 - 0.175f;  // half of the metres within which sprites fade
    EXPECT_NEAR(middle_light().r - sky.r, 1, 1e-3);
    particles_.back().position[2] = 5;  // behind the eye
    expect_near(middle_light(), sky);
}

TEST_F(DrawReferenceTest, ADifferenceIsFoundBeyondTheBound) {
    const render::Image dark = reference_image(light(), 1);
    add(red, 1, 0, false);
    const render::Image lit = reference_image(light(), 1);
    EXPECT_GT(lit.pixels[3 * middle], dark.pixels[3 * middle] + 150);
    EXPECT_EQ(find_difference(lit, lit, {}), "");
    EXPECT_NE(find_difference(lit, dark, {}).find("differ"), std::string::npos);
    EXPECT_EQ(find_difference(lit, dark, {.mean = 256, .beyond = 1}), "");
}

}  // namespace
}  // namespace winnow::verify
