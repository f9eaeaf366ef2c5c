// Particles that are solid things: what they hide, their light and shadows, and that they turn.
#include "render/solids.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "render/renderer_fixture.h"
#include "shaders/render/solids/solids.h"
#include "shaders/shared.h"
#include "support/temporary_directory.h"
#include "verify/sprite_set.h"

namespace winnow::render {
namespace {

using effects::Emitter;
using particles::Particle;

/// Looks along -z at the height of the centre of spheres at {0, 1, 0}.
constexpr effects::View at_eye_level{{0, 1, 0}, 5, 0, 0, 1};
constexpr glm::vec3 middle{0, 1, 0};
constexpr std::uint32_t solid = 0, sprite = 1;  // emitters

Emitter emitter_of(const glm::vec4& colour, float diameter) {
    Emitter emitter;
    emitter.modules = {{"colour", true, {{"colour", colour}}}, {"size", true, {{"diameter", diameter}}}};
    return emitter;
}
Emitter spheres(const glm::vec4& colour, float diameter = 2, float glow = 0) {
    Emitter emitter = emitter_of(colour, diameter);
    emitter.modules.push_back({"sphere", true, {{"glow", glow}}});
    return emitter;
}
Emitter meshes(const effects::Values& values, float diameter = 2) {
    Emitter emitter = emitter_of({0.8f, 0.8f, 0.8f, 1}, diameter);
    emitter.modules.push_back({"mesh", true, values});
    return emitter;
}
Emitter sprites(float diameter = 0.2f) {
    return emitter_of({3, 3, 3, 1}, diameter);
}

Particle particle(const glm::vec3& place, std::uint32_t emitter, std::uint32_t ordinal = 0,
                  std::uint32_t age = 10) {
    return {{place.x, place.y, place.z}, age, {0, 0, 0}, 120, 1, ordinal, emitter, 0};
}

constexpr glm::vec4 black{0, 0, 0, 1}, white{0.8f, 0.8f, 0.8f, 1};

/// With the parameter by tiles, that is, by the rasteriser; else by triangles.
class SolidsTest : public RendererTest, public testing::WithParamInterface<bool> {
  protected:
    /// Draws these particles without a plane and without bloom.
    Image drawn(const std::vector<Particle>& living, const std::vector<Emitter>& emitters) const {
        const verify::SpriteSet set(living, emitters);
        return drawn(set.living());
    }
    Image drawn(const particles::ParticleView& living) const {
        Scene scene = render::scene_of(living, at_eye_level);
        scene.plane = plane;
        scene.bloom = false;
        scene.by_tiles = by_tiles;
        scene.order.bounds = bounds_of(*living.program);
        scene.covers = covers;
        scene.scenery = scenery;
        scene.density = density;
        return draw(scene);
    }

    /// Returns the mean of the channels in a part of the image, each side 0 to 1 from the upper left.
    static double brightness(const Image& image, glm::dvec2 from = {0, 0}, glm::dvec2 to = {1, 1}) {
        const glm::dvec2 whole(image.size.width, image.size.height);
        double sum = 0, count = 0;
        for (int y = static_cast<int>(from.y * whole.y); y < static_cast<int>(to.y * whole.y); ++y)
            for (int x = static_cast<int>(from.x * whole.x); x < static_cast<int>(to.x * whole.x); ++x)
                for (int c = 0; c < 3; ++c, ++count)
                    sum += image.pixels[static_cast<std::size_t>(
                        (y * image.size.width + x) * Image::channels + c)];
        return sum / count;
    }

    effects::Plane plane{.enabled = false};
    effects::Scenery scenery{effects::Ground::none, effects::Sky::black};
    bool by_tiles = GetParam(), covers = false;
    float density = 1;
};

INSTANTIATE_TEST_SUITE_P(, SolidsTest, testing::Bool(), path_of_drawing);

TEST_P(SolidsTest, ASphereHidesSpritesBehindItAndNotInFront) {
    for (covers = false;; covers = true) {
        std::vector<Emitter> emitters{spheres(black), sprites()};
        for (Emitter& e : emitters)
            e.blend = covers ? effects::EmitterBlend::alpha : effects::EmitterBlend::additive;
        const auto with = [&](float z) {
            return drawn({particle(middle, solid), particle({0.1f, 1.1f, z}, sprite)}, emitters);
        };
        const Image alone = drawn({particle(middle, solid)}, emitters);
        EXPECT_EQ(with(-1.5f), alone) << covers;
        EXPECT_EQ(with(0.5f), alone) << "inside, " << covers;
        EXPECT_GT(brightness(with(1.5f)), brightness(alone) + 0.2) << covers;
        if (covers) break;
    }
}

TEST_P(SolidsTest, ParticlesThatDoNotFollowTheDensityLookTheSameAtAny) {
    const std::vector<Particle> living{particle(middle, solid), particle({-1.5f, 1, 0}, sprite)};
    std::vector<Emitter> emitters{spheres(white, 1), sprites(1)};
    const Image once = drawn(living, emitters);
    density = 16;
    EXPECT_LT(brightness(drawn(living, emitters)), 0.7 * brightness(once));
    for (Emitter& emitter : emitters) emitter.follows_density = false;
    EXPECT_EQ(drawn(living, emitters), once);
}

TEST_P(SolidsTest, ASphereHidesByTheDepthOfItsSurface) {
    // At x = 0.8 the surface lies 0.6 in front of the centre, and the disc that is drawn 1.
    const std::vector<Emitter> emitters{spheres(black), sprites(0.02f)};
    const auto light_at = [&](float z) {
        const float x = 0.8f * (5 - z) / (5 - 0.6f);  // in the same pixel as the surface there
        return brightness(drawn({particle(middle, solid), particle({x, 1, z}, sprite)}, emitters));
    };
    EXPECT_GT(light_at(0.65f), 10 * light_at(0.55f) + 0.001);
}

TEST_P(SolidsTest, TheSideOfTheLampIsLit) {
    for (const Emitter& emitter : {spheres(white), meshes({})}) {
        const Image image = drawn({particle(middle, solid)}, {emitter});
        const double lit = brightness(image, {0.4, 0.25}, {0.5, 0.5}),
                     dark = brightness(image, {0.5, 0.5}, {0.6, 0.75});
        EXPECT_GT(lit, 2 * dark);
        EXPECT_GT(dark, 1) << "the sky's light";
    }
}

TEST_P(SolidsTest, TheyGlowWithoutALamp) {
    scenery.lamp = 0;
    EXPECT_EQ(brightness(drawn({particle(middle, solid)}, {spheres(white)})), 0);
    EXPECT_GT(brightness(drawn({particle(middle, solid)}, {spheres(white, 2, 1)})), 20);
}

TEST_P(SolidsTest, WhatIsTransparentIsNotDrawn) {
    EXPECT_EQ(brightness(drawn({particle(middle, solid)}, {spheres({1, 1, 1, 0}, 2, 5)})), 0);
    EXPECT_GT(brightness(drawn({particle(middle, solid)}, {spheres({1, 1, 1, 0.01f}, 2, 5)})), 20);
}

TEST_P(SolidsTest, AreMirroredInThePlane) {
    plane.enabled = true;
    scenery.ground = effects::Ground::wet;
    scenery.lamp = 0;
    for (const Emitter& emitter : {spheres(white, 0.8f, 9), meshes({{"glow", 9}}, 0.8f)}) {
        const auto below = [&](const glm::vec3& place) {
            return brightness(drawn({particle(place, solid)}, {emitter}), {0.4, 0.55}, {0.6, 1});
        };
        const double nothing = below({0, 50, 0});
        EXPECT_GT(below(middle), nothing + 3);
        EXPECT_LT(below({0, -0.5f, 0}), nothing + 0.5) << "what lies below the plane";
    }
}

TEST_P(SolidsTest, CastShadowsOnTheGroundAndOnEachOther) {
    plane.enabled = true;
    scenery.ground = effects::Ground::studio;
    const auto beside = [&](bool is_solid) {  // where the shadow falls, to the right
        return brightness(
            drawn({particle(middle, is_solid ? solid : sprite)}, {spheres(black, 1), sprites(0)}), {0.6, 0.7},
            {0.75, 0.85});
    };
    EXPECT_LT(beside(true), 0.8 * beside(false));
    plane.enabled = false;
    const auto lit = [&](const glm::vec3& other) {  // to the lamp from the middle
        const Image image =
            drawn({particle(middle, solid), particle(other, solid, 1)}, {spheres(white, 0.6f)});
        return brightness(image, {0.46, 0.42}, {0.5, 0.5});
    };
    EXPECT_LT(lit(middle + glm::vec3(-0.62f, 0.74f, 0.12f)), 0.5 * lit({2, 1, 0}));
}

TEST_P(SolidsTest, CastShadowsInTheLightOfEachLampThatHasThem) {
    plane.enabled = true;
    scenery.ground = effects::Ground::studio;
    constexpr float sharp = 0.01f;
    for (const float z : {0.0f, -80.0f})  // so far apart that the maps of objects have cascades
        scenery.objects.emplace_back().position = {0, 0.1f, z};
    scenery.objects[0].size = {0.1f, 0.1f, 0.1f};
    /// A ball on the left and an octahedron on the right, with shadows to both of their sides.
    struct Shades {
        double left_of_ball, right_of_ball, left_of_mesh, right_of_mesh;
    };
    const auto shades = [&](bool has_second) {
        scenery.lamps = {{.direction = {-1, 2, 0}, .size = sharp},
                         {.direction = {1, 2, 0}, .size = sharp, .shadows = has_second},
                         {.brightness = 0, .size = sharp, .shadows = has_second}};
        const Image image = drawn({particle({-1, 1, 0}, 0), particle({1, 1, 0}, 1)},
                                  {spheres(white, 0.6f), meshes({}, 0.8f)});
        const auto at = [&](float x) {  // of the ground below the particles
            const double across = 0.5 + 0.5 * x / 3.23;
            return brightness(image, {across - 0.01, 0.75}, {across + 0.01, 0.79});
        };
        return Shades{at(-1.5f), at(-0.5f), at(0.5f), at(1.5f)};
    };
    const Shades first = shades(false), both = shades(true);
    EXPECT_LT(first.right_of_ball, 0.85 * first.left_of_ball) << "the second lamp has no shadows yet";
    EXPECT_LT(first.right_of_mesh, 0.85 * first.left_of_mesh);
    EXPECT_LT(both.left_of_ball, 0.85 * first.left_of_ball);
    EXPECT_LT(both.left_of_mesh, 0.85 * first.left_of_mesh);
    EXPECT_NEAR(both.right_of_ball, first.right_of_ball, 2);
    EXPECT_NEAR(both.right_of_mesh, first.right_of_mesh, 2);
}

TEST_P(SolidsTest, ReceiveTheShadowsOfObjectsAndAreHiddenByThem) {
    effects::SceneObject roof, wall;
    roof.position = middle + glm::vec3(-0.62f, 0.74f, 0.12f) * 3.0f;
    roof.size = {3, 0.1f, 3};
    wall.position = {0, 1, 2};
    wall.size = {30, 30, 0.1f};
    const auto with = [&](const std::vector<effects::SceneObject>& objects,
                          const std::vector<Particle>& living) {
        scenery.objects = objects;
        return drawn(living, {spheres(white, 1)});
    };
    const Particle one = particle(middle, solid);
    const auto centre = [](const Image& image) { return brightness(image, {0.45, 0.4}, {0.55, 0.6}); };
    EXPECT_LT(centre(with({roof}, {one})), 0.6 * centre(with({}, {one})));
    EXPECT_EQ(with({wall}, {one}), with({wall}, {}));
    wall.position.z = -2;
    EXPECT_NE(with({wall}, {one}), with({wall}, {}));
}

TEST_P(SolidsTest, MeshesTurnAroundTheirAxis) {
    const auto turned = [&](const effects::Values& values, std::uint32_t age = 0) {
        return drawn({particle(middle, solid, 0, age)}, {meshes(values)});
    };
    const Image still = turned({});
    EXPECT_LT(compare(turned({{"angle", 90}}), still, 8).beyond, 30u) << "an octahedron is as before";
    EXPECT_GT(compare(turned({{"angle", 45}}), still, 8).beyond, 300u);
    EXPECT_GT(compare(turned({{"angle", 30}}), turned({{"angle", -30}}), 8).beyond, 300u);
    EXPECT_GT(
        compare(turned({{"axis", glm::vec3(0, 0, 1)}, {"angle", 45}}), turned({{"angle", 45}}), 8).beyond,
        300u);
    EXPECT_EQ(turned({{"spin", 60}}, 0), still);
    const float seconds = 1.0f / 60;
    EXPECT_LT(compare(turned({{"spin", 60}}, 30), turned({{"angle", 60 * 30 * seconds}}), 8).beyond, 30u);
    const effects::Values random{{"axis", effects::Random(glm::vec3(-1), glm::vec3(1))}, {"angle", 70}};
    const auto of_birth = [&](std::uint32_t ordinal) {
        return drawn({particle(middle, solid, ordinal)}, {meshes(random)});
    };
    EXPECT_GT(compare(of_birth(1), of_birth(2), 8).beyond, 100u);
}

TEST_P(SolidsTest, NothingIsListedWhenNoneLives) {
    const std::vector<Emitter> emitters{spheres(white), sprites()};
    const verify::SpriteSet full({particle(middle, solid)}, emitters),
        empty({}, emitters, {particle(middle, solid)});
    EXPECT_GT(brightness(drawn(full.living())), 5);
    EXPECT_EQ(brightness(drawn(empty.living())), 0);
}

TEST_P(SolidsTest, EffectsWithoutSolidsPayNothing) {
    const auto is_timed = [&](const char* name) {
        passes_->wait();
        for (const gl::Passes::Row& row : passes_->rows())
            if (row.name == name) return row.milliseconds.has_value();
        ADD_FAILURE() << "no pass " << name;
        return false;
    };
    drawn({particle(middle, solid)}, {sprites()});
    const std::uint64_t bytes = renderer_->drawing_bytes();
    drawn({particle(middle, solid)}, {spheres(white)});
    EXPECT_GT(renderer_->drawing_bytes(), bytes);
    EXPECT_TRUE(is_timed("solids") && is_timed("solid shadows") && is_timed("objects"));
    drawn({particle(middle, solid)}, {sprites()});
    EXPECT_FALSE(is_timed("solids") || is_timed("solid shadows") || is_timed("objects"));
    EXPECT_EQ(renderer_->drawing_bytes(), bytes);
}

TEST_P(SolidsTest, OfMoreThanTheMostTheFirstAreDrawn) {
    std::vector<Particle> living(shared::MAX_SOLIDS + 1, particle({0, 1, 500}, solid));
    const std::vector<Emitter> emitters{spheres(white, 1, 1)};
    living[0] = particle({-1, 1, 0}, solid);
    living[shared::MAX_SOLIDS - 1] = particle({0, 2, 0}, solid);
    living[shared::MAX_SOLIDS] = particle({1, 1, 0}, solid);
    const Image image = drawn(living, emitters);
    EXPECT_GT(brightness(image, {0, 0.25}, {0.5, 0.75}), 5);
    EXPECT_GT(brightness(image, {0.4, 0}, {0.6, 0.3}), 5);
    EXPECT_EQ(brightness(image, {0.6, 0.4}, {1, 1}), 0);
}

}  // namespace
}  // namespace winnow::render
