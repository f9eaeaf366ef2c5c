#include "render/renderer.h"

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "gl/fence.h"
#include "render/image.h"
#include "render/renderer_fixture.h"
#include "support/errors.h"
#include "support/gl_answers.h"
#include "verify/sprite_set.h"

namespace winnow::render {
namespace {

double brightness(const Image& image) {
    return std::accumulate(image.pixels.begin(), image.pixels.end(), 0.0) /
           static_cast<double>(image.pixels.size());
}

int textures_alive() {
    int count = 0;
    for (GLuint name = 1; name < 20000; ++name) count += glIsTexture(name) + glIsFramebuffer(name);
    return count;
}

GLenum GLAD_API_PTR never_complete(GLuint, GLenum) {
    return GL_FRAMEBUFFER_UNSUPPORTED;
}

TEST_F(RendererTest, TargetsThatCannotBeMadeAreRefusedByName) {
    const int before = textures_alive();
    {
        const test::GlAnswer<PFNGLCHECKNAMEDFRAMEBUFFERSTATUSPROC> answer(glad_glCheckNamedFramebufferStatus,
                                                                          never_complete);
        test::expect_error(ExitStatus::absent,
                           "render: HDR frame: this OpenGL cannot draw into such a target",
                           [] { Target(size, Format::hdr, "HDR frame"); });
    }
    test::expect_error(ExitStatus::bad_input, "an image of 4x1000000 pixels cannot be made here", [] {
        Target({4, 1000000}, Format::shown, "picture");
    });
    EXPECT_EQ(textures_alive(), before);
    {
        const test::GlAnswer<PFNGLGETERRORPROC> answer(glad_glGetError,
                                                       []() -> GLenum { return GL_OUT_OF_MEMORY; });
        test::expect_error(ExitStatus::bad_input, "render: bloom: 160x90 pixels do not fit",
                           [] { Target(size, Format::hdr, "bloom"); });
    }
    EXPECT_EQ(textures_alive(), before);
}

TEST_F(RendererTest, AFrameIsAFunctionOfItsScene) {
    const test::Field field(500), same(500, 4096);
    const Image first = draw(scene_of(field));
    EXPECT_EQ(draw(scene_of(field)), first);
    EXPECT_EQ(draw(scene_of(same)), first) << "the capacity, and so the position in the ring, is not visible";
}

TEST_F(RendererTest, EveryPartIsSeen) {
    const test::Field field(500), none(0, 16);
    Scene scene = scene_of(field);
    const double all = brightness(draw(scene));
    scene.bloom = false;
    EXPECT_LT(brightness(draw(scene)), all - 1);
    scene = scene_of(field);
    scene.exposure = 2;
    EXPECT_GT(brightness(draw(scene)), all + 1);
    scene = scene_of(none);
    const double empty = brightness(draw(scene));
    EXPECT_LT(empty, all - 5);
    EXPECT_GT(empty, 2) << "the frame shows a plane and a sky";
    scene.plane.enabled = false;
    EXPECT_NE(brightness(draw(scene)), empty);
}

TEST_F(RendererTest, DensityKeepsTheLightAboutTheSame) {
    const test::Field few(400), many(3200);
    Scene scene = scene_of(many);
    const double uncorrected = brightness(draw(scene));
    scene.density = 8;
    const double dense = brightness(draw(scene)), sparse = brightness(draw(scene_of(few)));
    EXPECT_NEAR(dense / sparse, 1, 0.2);
    EXPECT_GT(uncorrected / sparse, 1.3);
}

TEST_F(RendererTest, StreaksOfVeryManyShrinkAndKeepTheirLight) {
    effects::Emitter emitter;
    emitter.modules = {{"colour", true, {{"colour", glm::vec4(0.05f, 0.05f, 0.05f, 1)}}},
                       {"size", true, {{"diameter", 0.2}}},
                       {"streak", true, {{"time", 1}}}};
    const verify::SpriteSet set({{{0, 1, 0}, 10, {2, 0, 0}, 120, 1, 0, 0, 0}}, {emitter});
    const auto drawn = [&](float density) {
        Scene scene = scene_of(set.living(), {{0, 1, 0}, 3, 0, 0, 1});
        scene.plane.enabled = scene.bloom = false;
        scene.scenery = {effects::Ground::none, effects::Sky::black};
        scene.density = density;
        scene.exposure = density;
        return draw(scene);
    };
    const auto length = [](const Image& image) {  // pixels of the middle row that are lit
        int lit = 0;
        const auto* row = image.pixels.data() + image.size.height / 2 * image.size.width * Image::channels;
        for (int x = 0; x < image.size.width; ++x) lit += row[x * Image::channels] > 2;
        return lit;
    };
    // The factor on sizes is 1/2 at a density of 16, from which on streaks shrink too, and 1/4 at 256.
    const Image many = drawn(16), very_many = drawn(256);
    EXPECT_GT(length(drawn(1)), 0.8 * length(many)) << "not yet";
    EXPECT_NEAR(length(very_many), 0.5 * length(many), 0.15 * length(many));
    EXPECT_NEAR(brightness(very_many) / brightness(many), 1, 0.25);
}

TEST_F(RendererTest, BothQualitiesShowTheSame) {
    const test::Field field(500);
    renderer_->set_quality(Quality::low);
    EXPECT_EQ(renderer_->quality(), Quality::low);
    const Image low = draw(scene_of(field), {320, 180});
    renderer_->set_quality(Quality::high);
    const Image high = draw(scene_of(field), {320, 180});
    EXPECT_NE(low, high);
    EXPECT_LT(compare(low, high, 0).mean, 4);
}

TEST_F(RendererTest, SupersamplingKeepsTheWidthsOfBlurs) {
    const test::Field field(2000);
    Scene scene = scene_of(field);
    scene.exposure = 20;  // much bloom
    const Image usual = draw(scene);
    const auto apart = [&](int told, int factor) {
        scene.supersample = told;
        const gl::Size large{size.width * factor, size.height * factor};
        return compare(averaged(draw(scene, large), factor), usual, 0).mean;
    };
    for (const int factor : {2, 3, 4}) EXPECT_LT(apart(factor, factor), 0.6 * apart(1, factor)) << factor;
}

/// Returns the straight colours over black.
Image over_black(const Image& image) {
    Image over(image.size);
    for (std::size_t i = 0; i < over.pixels.size(); ++i)
        over.pixels[i] =
            static_cast<std::uint8_t>((image.pixels[i] * image.alpha[i / Image::channels] + 127) / 255);
    return over;
}

TEST_F(RendererTest, TransparentFramesOverBlackAreThoseBeforeABlackSky) {
    const test::Field field(500);
    for (const bool covers : {false, true})
        for (const bool by_tiles : {false, true}) {
            Scene scene = covers ? covering_scene_of(field) : scene_of(field);
            scene.by_tiles = by_tiles;
            scene.order.bounds.brightest_color = 1;  // the unit of light by tiles
            scene.plane.enabled = false;
            scene.scenery.sky = effects::Sky::black;
            scene.bloom = false;
            scene.vignette = 0;
            const Image opaque = draw(scene);
            scene.transparent = true;
            const Image frame = transparent_frame_of(*renderer_, scene, size);
            EXPECT_LE(compare(over_black(frame), opaque, 1).most, 1) << covers << by_tiles;
            EXPECT_EQ(frame.alpha.front(), 0) << "a corner without particles";
            EXPECT_GT(*std::max_element(frame.alpha.begin(), frame.alpha.end()), 200) << covers << by_tiles;
            EXPECT_EQ(renderer_->drew_by_tiles(), by_tiles) << renderer_->why_triangles();
            scene.scenery.sky = effects::Sky::studio;  // bright
            scene.plane.enabled = true;
            const Image same = transparent_frame_of(*renderer_, scene, size);
            EXPECT_EQ(same.alpha.front(), 0) << "the sky is not drawn";
            EXPECT_EQ(same.alpha.back(), 0) << "the ground is not drawn";
        }
}

TEST_F(RendererTest, TransparentFramesHaveNoBloomVignetteAndGrading) {
    const test::Field field(500);
    Scene scene = scene_of(field);
    scene.exposure = 20;  // much bloom
    scene.bloom_strength = 2;
    scene.vignette = 0.9f;
    scene.grading = {{1, 0.5f, 0.2f}, 0.3f, 1.5f};
    scene.transparent = true;
    const Image with = transparent_frame_of(*renderer_, scene, size);
    scene.bloom = false;
    scene.vignette = 0;
    scene.grading = {};
    const Image without = transparent_frame_of(*renderer_, scene, size);
    EXPECT_EQ(with, without);
    EXPECT_EQ(with.alpha, without.alpha);
}

/// Returns the mean of a channel over the pixels whose distance from the middle is at least this share of
/// that of the corners.
double mean_of(const Image& image, std::size_t channel, double away) {
    double sum = 0;
    int count = 0;
    for (int y = 0; y < image.size.height; ++y)
        for (int x = 0; x < image.size.width; ++x) {
            const double dx = 2.0 * x / image.size.width - 1, dy = 2.0 * y / image.size.height - 1;
            if (dx * dx + dy * dy < 2 * away * away) continue;
            const auto pixel = static_cast<std::size_t>(y) * static_cast<std::size_t>(image.size.width) +
                               static_cast<std::size_t>(x);
            sum += image.pixels[pixel * Image::channels + channel];
            ++count;
        }
    return sum / count;
}

TEST_F(RendererTest, VignetteAndGradingChangeThePicture) {
    const test::Field field(500);
    Scene scene = scene_of(field);
    scene.scenery.sky = effects::Sky::studio;
    scene.plane.enabled = false;
    const double usual = mean_of(draw(scene), 1, 0.9);
    scene.vignette = 0;
    const Image even = draw(scene);
    EXPECT_GT(mean_of(even, 1, 0.9), usual + 2) << "corners are as bright as the middle";
    scene.grading.tint = {1, 0.25f, 1};
    const Image tinted = draw(scene);
    EXPECT_LT(mean_of(tinted, 1, 0), 0.8 * mean_of(even, 1, 0));
    EXPECT_NEAR(mean_of(tinted, 0, 0), mean_of(even, 0, 0), 6) << "the other channels keep their light";
    scene.grading.saturation = 0;
    const Image grey = draw(scene);
    EXPECT_NEAR(mean_of(grey, 0, 0), mean_of(grey, 1, 0), 0.6);
    EXPECT_NEAR(mean_of(grey, 2, 0), mean_of(grey, 1, 0), 0.6);
    scene.grading = {.contrast = 2};
    EXPECT_LT(mean_of(draw(scene), 1, 0.9), mean_of(even, 1, 0.9)) << "what is below middle grey gets darker";
}

TEST_F(RendererTest, AFrameOfSeveralScenesIsTheirMeanLight) {
    const test::Field field(500);
    Scene scene = scene_of(field);
    const Image one = draw(scene);
    const auto mean_of_scenes = [&](const std::vector<Scene>& scenes) {
        const TargetImage target(size);
        renderer_->draw(scenes, target);
        return target.read();
    };
    EXPECT_LE(compare(mean_of_scenes({scene, scene, scene}), one, 1).most, 1);
    Scene moved = scene;
    moved.camera = Camera(effects::View{.yaw = 120});
    const Image other = draw(moved), both = mean_of_scenes({scene, moved});
    EXPECT_GT(compare(both, one, 0).mean, 1);
    EXPECT_GT(compare(both, other, 0).mean, 1);
    EXPECT_LT(compare(mean_of_scenes({moved, scene}), both, 0).mean, 0.5) << "in either order";
    EXPECT_EQ(draw(scene), one) << "nothing of it is left";
}

TEST_F(RendererTest, AlphaIsWhatIsCoveredByDarkParticlesAndObjects) {
    const test::Field field(500);
    Scene scene = covering_scene_of(field);
    scene.exposure = 1e-4f;  // nothing is bright enough to need alpha
    scene.bloom = false;
    scene.transparent = true;
    const Image smoke = transparent_frame_of(*renderer_, scene, size);
    EXPECT_GT(*std::max_element(smoke.alpha.begin(), smoke.alpha.end()), 100);
    scene = scene_of(field);
    scene.exposure = 1e-4f;
    scene.bloom = false;
    scene.transparent = true;
    const Image light = transparent_frame_of(*renderer_, scene, size);
    EXPECT_LE(*std::max_element(light.alpha.begin(), light.alpha.end()), 30) << "light covers nothing";
    scene.scenery.objects.emplace_back().size = {1, 1, 1};
    const Image object = transparent_frame_of(*renderer_, scene, size);
    EXPECT_EQ(*std::max_element(object.alpha.begin(), object.alpha.end()), 255);
    EXPECT_EQ(object.alpha.front(), 0);
}

TEST_F(RendererTest, SizesChangeWithoutLeaks) {
    const test::Field field(50);
    const Scene scene = scene_of(field);
    draw(scene, {64, 48});
    const int before = textures_alive();
    ASSERT_GT(before, 5);
    for (const gl::Size other : {gl::Size{1, 1}, {1, 300}, {300, 1}, {7, 5}, {500, 17}, {64, 48}})
        draw(scene, other);
    EXPECT_EQ(textures_alive(), before);
}

TEST_F(RendererTest, ASizeThatIsRefusedLeavesTheTargetsThatThereWere) {
    const test::Field field(500);
    const Scene scene = scene_of(field);
    const Image before = draw(scene);
    const int alive = textures_alive();
    test::expect_error(ExitStatus::bad_input, "an image of 4x1000000 pixels", [&] {
        renderer_->draw(scene, gl::Size{4, 1000000});
    });
    EXPECT_EQ(textures_alive(), alive);
    EXPECT_EQ(draw(scene), before);
}

TEST_F(RendererTest, AMinimisedWindowIsHarmless) {
    const test::Field field(50);
    renderer_->draw(scene_of(field), gl::Size{0, 0});
    renderer_->draw(scene_of(field), gl::Size{640, 0});
    EXPECT_FALSE(draw(scene_of(field)).empty());
}

TEST_F(RendererTest, PassesAreNamedAndTimed) {
    const test::Field field(500);
    draw(scene_of(field));
    gl::finish();
    passes_->wait();
    for (const char* name : {"reflection", "floor", "particles", "bloom", "tone map"})
        EXPECT_TRUE(time_of(name).has_value()) << name;
    for (const char* name :
         {"cull", "sort", "solids", "ribbons", "lights", "scattered light", "distortion", "identity"})
        EXPECT_FALSE(time_of(name).has_value()) << name << " is not used";
    EXPECT_EQ(passes_->rows().size(), 17u);
    EXPECT_DOUBLE_EQ(renderer_->particle_milliseconds(),
                     time_of("reflection").value_or(0) + time_of("particles").value_or(0));
}

TEST_F(RendererTest, WhatIsCoveredReflectsNoMoreThanWhatCovers) {
    const test::Field few(6000), many(48000);
    const auto plane_light = [&](const test::Field& field) {
        Scene scene = covering_scene_of(field);
        scene.bloom = false;
        scene.exposure = 0.2f;
        Image frame = draw(scene);
        frame.pixels.erase(frame.pixels.begin(), frame.pixels.begin() + frame.pixels.size() * 4 / 5);
        return brightness(frame);  // of the lowest fifth, which shows only the plane
    };
    EXPECT_LT(plane_light(many), 1.8 * plane_light(few));
}

TEST_F(RendererTest, WaterMirrorsParticlesWhateverTheirHeight) {
    renderer_->set_quality(Quality::high);  // the low one mirrors each 4th particle
    effects::Emitter emitter;
    emitter.modules = {{"size", true, {{"diameter", 0.6}}}};
    const auto mirrored = [&](effects::Ground ground, float height) {
        const verify::SpriteSet set({{{0, height, 0}, 10, {0, 0, 0}, 120, 1, 0, 0, 0}}, {emitter});
        Scene scene = scene_of(set.living(), {{0, 0, 0}, 9, 0, 4, 1});
        scene.bloom = false;
        scene.vignette = 0;
        scene.scenery = {ground, effects::Sky::black};
        scene.scenery.water.waves = 0;
        Image frame = draw(scene);
        frame.pixels.erase(frame.pixels.begin(), frame.pixels.begin() + frame.pixels.size() / 2);
        return brightness(frame);  // of the lower half, in which all that is mirrored lies
    };
    const auto share_of_high = [&](effects::Ground ground) {
        const double none = mirrored(ground, 1e6f);
        return (mirrored(ground, 2.4f) - none) / (mirrored(ground, 0.6f) - none);
    };
    // Both mirror less where they are seen from above, as the higher one's mirror image is.
    EXPECT_GT(share_of_high(effects::Ground::water), 1.5 * share_of_high(effects::Ground::stone));
}

TEST_F(RendererTest, ParticlesShadeEachOtherFromTheLamp) {
    const test::Field field(3000);
    Scene scene = covering_scene_of(field);
    scene.exposure = 0.3f;
    const double unshaded = brightness(draw(scene));
    scene.shaded = true;
    const double shaded = brightness(draw(scene));
    EXPECT_LT(shaded, unshaded - 2);
    EXPECT_GT(shaded, 0.4 * unshaded) << "the particles nearest to the lamp keep their brightness";
    scene.covers = false;
    field.covers(false, false);
    const Image glowing = draw(scene);
    scene.shaded = false;
    EXPECT_EQ(draw(scene), glowing) << "additive effects are not shaded";
}

TEST_F(RendererTest, ShadeIsAPassOfItsOwn) {
    const test::Field field(3000);
    Scene scene = covering_scene_of(field);
    scene.shaded = true;
    scene.plane.enabled = false;
    draw(scene);
    gl::finish();
    passes_->wait();
    EXPECT_TRUE(time_of("shade").has_value());
    EXPECT_DOUBLE_EQ(renderer_->particle_milliseconds(),
                     time_of("shade").value_or(0) + time_of("particles").value_or(0))
        << "nothing is mirrored";
}

TEST_F(RendererTest, ExtremeCamerasAreDrawnWithoutErrors) {
    const test::Field field(200);
    Scene scene = scene_of(field);
    for (const effects::View& view : {effects::View{{0, 0, 0}, 0.2f, 0, 89, 1},
                                      {{0, 1, 0}, 200, 0, 0, 1},
                                      {{0, -5, 0}, 3, 70, -80, 1},
                                      {{0, 0.9f, 0}, 0.2f, 3, 0, 1}}) {
        scene.camera = Camera(view);
        EXPECT_FALSE(draw(scene).empty());
    }
}

TEST_F(RendererTest, ATargetBeyondTheDeviceIsRefused) {
    EXPECT_ANY_THROW(TargetImage({0, 10}));
    EXPECT_ANY_THROW(TargetImage({10, 1 << 30}));
}

}  // namespace
}  // namespace winnow::render
