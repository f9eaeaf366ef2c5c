// Winnow::effect as other programs use it: through winnow/effect.h, in a context of their own.
#include "winnow/effect.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include <glad/gl.h>
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "library/effect_fixture.h"
#include "library/gl_state.h"

namespace winnow::test {
namespace {

/// By triangles and by tiles.
class EffectPictureTest : public EffectLibraryTest, public ::testing::WithParamInterface<WinnowDrawing> {
  protected:
    EffectPictureTest() : EffectLibraryTest(GetParam()) {}
};
INSTANTIATE_TEST_SUITE_P(By, EffectPictureTest, ::testing::Values(WINNOW_DRAW_TRIANGLES, WINNOW_DRAW_TILES),
                         [](const auto& by) {
                             return by.param == WINNOW_DRAW_TILES ? "Tiles" : "Triangles";
                         });

TEST_F(EffectLibraryTest, PlaysTheSameWhateverElseIsOnTheStage) {
    const WinnowEffect effect = load(nullptr, "fountain");
    const WinnowInstance alone = play(effect);
    steps(20);
    const std::uint64_t expected = hash(alone);
    ASSERT_EQ(winnow_kill(stage_, alone), WINNOW_OK);
    const WinnowPlay away = play_at(3);
    WinnowPlay other{};
    other.size = sizeof other;
    other.seed = 7;
    const WinnowInstance moved = play(effect, &away), again = play(effect), seeded = play(effect, &other);
    steps(20);
    EXPECT_EQ(hash(again), expected);
    EXPECT_NE(hash(moved), expected);
    EXPECT_NE(hash(seeded), expected);
}

TEST_F(EffectLibraryTest, TimeBecomesWholeStepsAndTheRestIsKept) {
    const WinnowInstance instance = play(load(cloud));
    ASSERT_EQ(winnow_advance(stage_, 1.5 / 60), WINNOW_OK);
    EXPECT_EQ(figures(instance).step, 1u);
    ASSERT_EQ(winnow_advance(stage_, 1.5 / 60), WINNOW_OK);
    EXPECT_EQ(figures(instance).step, 3u);
    ASSERT_EQ(winnow_set_speed(stage_, instance, 2), WINNOW_OK);
    ASSERT_EQ(winnow_advance(stage_, 1.0 / 60), WINNOW_OK);
    EXPECT_EQ(figures(instance).step, 5u);
    ASSERT_EQ(winnow_pause(stage_, instance, 1), WINNOW_OK);
    ASSERT_EQ(winnow_advance(stage_, 1), WINNOW_OK);
    EXPECT_EQ(figures(instance).step, 5u);
}

TEST_F(EffectLibraryTest, StandsWhereItIsPlacedAndMovesOnTheWay) {
    const WinnowEffect effect = load(cloud);
    const WinnowPlay there = play_at(10, 2, -3, 2);
    const WinnowInstance instance = play(effect, &there);
    steps(6);
    WinnowInstanceFigures now = figures(instance);
    EXPECT_NEAR(now.alive, 200, 1);
    for (int axis = 0; axis < 3; ++axis) {
        const float place = there.transform.position[axis];
        EXPECT_GE(now.box_min[axis], place - 1.001f) << axis;
        EXPECT_LE(now.box_max[axis], place + 1.001f) << axis;
        EXPECT_GT(now.box_max[axis] - now.box_min[axis], 1) << axis;
    }
    WinnowTransform next = there.transform;
    next.position[0] = 20;
    ASSERT_EQ(winnow_move(stage_, instance, &next), WINNOW_OK) << winnow_message();
    steps(1);
    now = figures(instance);
    EXPECT_LT(now.box_min[0], 10) << "those that live stay";
    EXPECT_GT(now.box_max[0], 18) << "births lie along the way";
    const WinnowInstance began_at_home = play(effect);
    steps(2);
    ASSERT_EQ(winnow_move(stage_, began_at_home, &next), WINNOW_OK) << winnow_message();
    steps(2);
    EXPECT_GT(figures(began_at_home).box_max[0], 19);
}

TEST_F(EffectLibraryTest, StepsThatAreMadeAtOnceShareTheWay) {
    const WinnowPlay here = play_at(1);
    const WinnowInstance instance =
        play(load(R"({"format": 2, "emitters": [{"rate": 60000, "lifetime": 0.05}]})"), &here);
    steps(1);
    WinnowTransform next = here.transform;
    next.position[0] = 101;
    ASSERT_EQ(winnow_move(stage_, instance, &next), WINNOW_OK) << winnow_message();
    ASSERT_EQ(winnow_advance(stage_, 0.001), WINNOW_OK);
    EXPECT_NEAR(figures(instance).box_max[0], 1, 1e-3) << "no step is due";
    ASSERT_EQ(winnow_advance(stage_, 10.0 / 60), WINNOW_OK);
    const WinnowInstanceFigures now = figures(instance);
    EXPECT_NEAR(now.box_min[0], 71, 1) << "the births of the last three of ten steps live";
    EXPECT_NEAR(now.box_max[0], 101, 1);
}

TEST_F(EffectLibraryTest, StopsKillsAndUnloads) {
    const WinnowEffect effect = load(R"({"format": 2, "emitters": [{"rate": 600, "lifetime": 0.1}]})");
    const WinnowInstance stopped = play(effect), killed = play(effect), third = play(effect);
    steps(3);
    ASSERT_EQ(winnow_stop(stage_, stopped), WINNOW_OK);
    ASSERT_EQ(winnow_kill(stage_, killed), WINNOW_OK);
    EXPECT_FALSE(exists(killed));
    steps(2);
    EXPECT_EQ(figures(stopped).alive, 30u) << "the living live on";
    for (int i = 0; i < 100 && exists(stopped); ++i) steps(1);
    EXPECT_FALSE(exists(stopped)) << "it ends with the last of its particles";
    EXPECT_TRUE(exists(third));
    ASSERT_EQ(winnow_effect_unload(stage_, effect), WINNOW_OK);
    EXPECT_FALSE(exists(third));
    EXPECT_EQ(winnow_play(stage_, effect, nullptr, &(WinnowInstance&)third), WINNOW_BAD_HANDLE);
}

TEST_P(EffectPictureTest, DrawsBeforeAndBehindWhatTheHostShows) {
    const HostPicture host;
    const WinnowInstance instance = play(load(cloud));
    steps(10);
    ASSERT_TRUE(exists(instance));
    const WinnowPicture usual_depth = picture(host);
    const auto free = drawn(host, usual_depth);
    EXPECT_GT(sum_of(free), 20000);
    EXPECT_EQ(sum_of(drawn(host, usual_depth, 0)), 0) << "all is hidden";
    const float behind = 0.5f + 0.5f * (usual()[2].z * -20 + usual()[3].z) / 20;
    EXPECT_LT(difference(drawn(host, usual_depth, behind), free), 0.01);
    const float within = 0.5f + 0.5f * (usual()[2].z * -5 + usual()[3].z) / 5;
    const double half = sum_of(drawn(host, usual_depth, within));
    EXPECT_GT(half, 0.2 * sum_of(free));
    EXPECT_LT(half, 0.8 * sum_of(free)) << "the rear half is hidden";
    WinnowPicture nothing = usual_depth;
    nothing.depth_texture = 0;
    EXPECT_LT(difference(drawn(host, nothing, 0), free), 0.01);
}

TEST_P(EffectPictureTest, SeesTheWorldByAnyProjection) {
    const HostPicture host;
    play(load(cloud));
    steps(10);
    const auto expected = drawn(host, picture(host));
    const float f = usual()[1].y, near = 0.5f;
    glm::mat4 reversed(0);  // without a far plane
    reversed[0].x = reversed[1].y = f;
    reversed[2].w = -1;
    reversed[3].z = near;
    WinnowPicture other = picture(host, reversed);
    other.zero_to_one = 1;
    EXPECT_LT(difference(drawn(host, other, 0), expected), 0.05);
    EXPECT_EQ(sum_of(drawn(host, other, 1)), 0) << "1 is near";
    const float within = near / 5;
    const double half = sum_of(drawn(host, other, within));
    EXPECT_GT(half, 0.2 * sum_of(expected));
    EXPECT_LT(half, 0.8 * sum_of(expected));
    glm::mat4 flipped = usual();
    flipped[1].y = -flipped[1].y;
    const auto upside_down = drawn(host, picture(host, flipped));
    double apart = 0;
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side * 4; ++x)
            apart += std::abs(upside_down[std::size_t(y) * side * 4 + x] -
                              expected[std::size_t(side - 1 - y) * side * 4 + x]);
    EXPECT_LT(apart / (side * side * 4), 0.05);
    const float wide = 5 * std::tan(glm::radians(20.0f));
    const WinnowPicture parallel = picture(host, glm::ortho(-wide, wide, -wide, wide, -10.0f, 20.0f));
    const auto flat = drawn(host, parallel);
    EXPECT_NEAR(sum_of(flat) / sum_of(expected), 1, 0.1);
    EXPECT_LT(difference(flat, expected), 4) << "the cloud is small beside its distance";
}

TEST_P(EffectPictureTest, MixesLightWithEncodedPictures) {
    const HostPicture plain, light(GL_SRGB8_ALPHA8);
    play(load(cloud));
    steps(3);
    WinnowPicture encoded = picture(plain);
    encoded.encoded = 1;
    const WinnowPicture linear = picture(light);
    glEnable(GL_FRAMEBUFFER_SRGB);
    plain.clear(1, 0.4f);  // of a coded value
    light.clear(1, std::pow((0.4f + 0.055f) / 1.055f, 2.4f));
    ASSERT_EQ(winnow_draw(stage_, &encoded), WINNOW_OK) << winnow_message();
    ASSERT_EQ(winnow_draw(stage_, &linear), WINNOW_OK) << winnow_message();
    glDisable(GL_FRAMEBUFFER_SRGB);
    EXPECT_LT(difference(plain.read(), light.read()), 0.6);
}

TEST_P(EffectPictureTest, ALayerIsWhatItWouldDraw) {
    const HostPicture host(GL_RGBA32F);
    host.clear(1, 0.5f);
    const WinnowPicture where = picture(host);
    WinnowLayer layer{};
    layer.size = sizeof layer;
    ASSERT_EQ(winnow_draw_layer(stage_, &where, &layer), WINNOW_OK) << winnow_message();
    const auto read = [](unsigned texture) {
        std::vector<glm::vec4> light(std::size_t{side} * side);
        glGetTextureImage(texture, 0, GL_RGBA, GL_FLOAT,
                          static_cast<GLsizei>(light.size() * sizeof(glm::vec4)), light.data());
        return light;
    };
    for (const glm::vec4& one : read(layer.texture)) ASSERT_EQ(one, glm::vec4(0, 0, 0, 1)) << "nothing plays";
    play(load(nullptr, "ink"));
    steps(40);
    ASSERT_EQ(winnow_draw_layer(stage_, &where, &layer), WINNOW_OK) << winnow_message();
    const auto light = read(layer.texture);
    ASSERT_EQ(winnow_draw(stage_, &where), WINNOW_OK) << winnow_message();
    const auto drawn = read(host.color());
    double covered = 0;
    for (std::size_t i = 0; i < light.size(); ++i) {
        covered += 1 - light[i].a;
        const glm::vec3 expected = glm::vec3(light[i]) + light[i].a * glm::vec3(0.5f);
        for (int c = 0; c < 3; ++c) ASSERT_NEAR(drawn[i][c], expected[c], 1e-3f) << i;
        ASSERT_EQ(drawn[i].a, 1) << "what was opaque stays opaque";
    }
    EXPECT_GT(covered, 10) << "ink covers";
    WinnowPicture nowhere = where;
    nowhere.framebuffer = 12345;
    nowhere.x = -1;
    ASSERT_EQ(winnow_draw_layer(stage_, &nowhere, &layer), WINNOW_OK) << winnow_message();
    EXPECT_TRUE(read(layer.texture) == light) << "a layer needs no framebuffer";
    refused(winnow_draw(stage_, &nowhere), WINNOW_BAD_INPUT, "picture: 64x64 pixels at -1, 0 are no place");
}

TEST_P(EffectPictureTest, DrawsTheLayersThatAreAskedFor) {
    const HostPicture host;
    const WinnowInstance instance = play(load(cloud));
    steps(5);
    ASSERT_EQ(winnow_set_layer(stage_, instance, 3), WINNOW_OK);
    WinnowPicture all = picture(host);
    const double seen = sum_of(drawn(host, all));
    all.layers = ~(1u << 3);
    EXPECT_EQ(sum_of(drawn(host, all)), 0);
    all.layers = 1u << 3;
    EXPECT_EQ(sum_of(drawn(host, all)), seen);
}

/// Effects of several programs: those whose light adds up are drawn at once, unless they differ too much.
TEST_P(EffectPictureTest, DrawsManyProgramsAsEachAlone) {
    const auto effect = [](float rate, float brightness, const std::string& modules,
                           const std::string& more) {
        return R"({"format": 2, "emitters": [{"rate": )" + std::to_string(rate) + R"(, "lifetime": 9)" +
               more +
               R"(, "modules": [{"module": "ball", "radius": 1}, {"module": "size", "diameter": 0.4},
               {"module": "colour", "colour": [)" +
               std::to_string(brightness) + R"(, 0.01, 0.01, 0.5]})" + modules + "]}]}";
    };
    const std::string force = R"(, {"module": "gravity"})", drag = R"(, {"module": "drag"})";
    const std::vector<std::string> texts{
        effect(2000, 0.02f, "", ""),      // added up together with the next,
        effect(40000, 0.01f, force, ""),  // which needs more memory
        effect(500, 0.03f, force + drag, R"(, "looks": [{"modules": []}])"),
        effect(800, 0.02f, drag, R"(, "blend": "alpha")"),
        effect(300, 3, R"(, {"module": "wind"})", ""),  // too bright for the others
        effect(900, 0.01f, R"(, {"module": "vortex"})", ""),
        effect(500, 0.02f, R"(, {"module": "mask", "file": "built-in/smoke.png"})",
               ""),  // pictures of their own
        effect(600, 0.02f, R"(, {"module": "mask", "file": "built-in/flame.png"})", "")};
    const HostPicture host;
    host.clear(1);
    WinnowPicture where = picture(host);
    const auto layer = [&](std::uint32_t layers) {
        where.layers = layers;
        WinnowLayer drawn{};
        drawn.size = sizeof drawn;
        EXPECT_EQ(winnow_draw_layer(stage_, &where, &drawn), WINNOW_OK) << winnow_message();
        std::vector<glm::vec4> light(std::size_t{side} * side);
        glGetTextureImage(drawn.texture, 0, GL_RGBA, GL_FLOAT,
                          static_cast<GLsizei>(light.size() * sizeof(glm::vec4)), light.data());
        return light;
    };
    WinnowPlay asked = play_at(0);
    for (const std::string& text : texts) {
        play(load(text.c_str()), &asked);
        ++asked.layer;
    }
    steps(10);
    std::vector<glm::vec4> each(std::size_t{side} * side, glm::vec4(0, 0, 0, 1));
    for (std::uint32_t one = 0; one < asked.layer; ++one) {
        const std::vector<glm::vec4> alone = layer(1u << one);
        double red = 0;
        for (std::size_t i = 0; i < each.size(); ++i) {  // each over those before it
            red += alone[i].r;
            each[i] =
                glm::vec4(glm::vec3(each[i]) * alone[i].a + glm::vec3(alone[i]), each[i].a * alone[i].a);
        }
        EXPECT_GT(red, 1) << one;
    }
    // Triangles round each sprite's light to half floats.
    const float share = GetParam() == WINNOW_DRAW_TILES ? 8e-3f : 3e-2f;
    for (int again = 0; again < 2; ++again) {
        const std::vector<glm::vec4> all = layer(0);
        for (std::size_t i = 0; i < all.size(); ++i)
            for (int c = 0; c < 4; ++c)
                ASSERT_NEAR(all[i][c], each[i][c], 2e-3f + share * each[i][c]) << i << ' ' << c;
    }
}

TEST_P(EffectPictureTest, TakesPropertiesAndOtherTexts) {
    const HostPicture host;
    const WinnowEffect effect = load(cloud);
    const WinnowInstance instance = play(effect);
    steps(4);
    const double before = sum_of(drawn(host, picture(host)));
    ASSERT_EQ(winnow_set_property(stage_, instance, "size", 0.1f), WINNOW_OK) << winnow_message();
    EXPECT_LT(sum_of(drawn(host, picture(host))), 0.6 * before);
    std::string other = cloud;
    other.replace(other.find("2000"), 4, "6000");
    const WinnowEffectSource changed = source(other.c_str());
    ASSERT_EQ(winnow_effect_reload(stage_, effect, &changed), WINNOW_OK) << winnow_message();
    EXPECT_LT(sum_of(drawn(host, picture(host))), 0.6 * before) << "the property keeps its value";
    const std::uint32_t alive = figures(instance).alive;
    EXPECT_EQ(alive, 133u) << "the living live on";
    steps(1);
    EXPECT_EQ(figures(instance).alive, alive + 100);
}

TEST_P(EffectPictureTest, LeavesTheStateAsItFindsIt) {
    const HostPicture host;
    const BusyContext busy;
    const State before = query_state();
    const auto unchanged = [&](const char* what) { EXPECT_EQ(changes_since(before), "") << what; };
    WinnowEffect effect = load(nullptr, "ink");
    unchanged("load");
    const WinnowInstance instance = play(effect);
    steps(2);
    unchanged("step");
    const WinnowPicture where = picture(host);
    ASSERT_EQ(winnow_draw(stage_, &where), WINNOW_OK) << winnow_message();
    unchanged("draw");
    WinnowPicture encoded = where;
    encoded.encoded = 1;
    ASSERT_EQ(winnow_draw(stage_, &encoded), WINNOW_OK) << winnow_message();
    unchanged("draw into coded values");
    WinnowPicture deep = where;
    deep.first_depth = 1;
    WinnowLayer layer{};
    layer.size = sizeof layer;
    ASSERT_EQ(winnow_draw_layer(stage_, &deep, &layer), WINNOW_OK) << winnow_message();
    unchanged("draw a layer with first depths");
    ASSERT_EQ(winnow_draw_debug(stage_, &where), WINNOW_OK) << winnow_message();
    unchanged("draw for developers");
    hash(instance);
    unchanged("hash");
    const WinnowEffectSource changed = source(cloud);
    ASSERT_EQ(winnow_effect_reload(stage_, effect, &changed), WINNOW_OK) << winnow_message();
    unchanged("reload");
    ASSERT_EQ(winnow_effect_unload(stage_, effect), WINNOW_OK);
    unchanged("unload");
}

TEST_P(EffectPictureTest, WhatTheHostHasSetDoesNotChangeThePicture) {
    const HostPicture host;
    play(load(cloud));
    steps(5);
    const auto expected = drawn(host, picture(host));
    host.clear(1);
    {
        const BusyContext busy;
        const WinnowPicture where = picture(host);
        ASSERT_EQ(winnow_draw(stage_, &where), WINNOW_OK) << winnow_message();
    }
    EXPECT_TRUE(host.read() == expected);
}

/// A ball of covering particles that shade each other, before nothing.
constexpr const char* smoke_ball =
    R"({"format": 2, "name": "ball", "blend": "alpha", "emitters": [{"rate": 0, "lifetime": 100,
    "bursts": [{"count": 4000}], "modules": [{"module": "ball", "radius": 0.9}, {"module": "size", "diameter": 0.15},
        {"module": "colour", "colour": [0.3, 0.3, 0.3, 0.2]}, {"module": "shading"}]}]})";

TEST_P(EffectPictureTest, IsLitAsTheCallersSceneIs) {
    const HostPicture host;
    play(load(smoke_ball));
    steps(1);
    const auto lit = [&](std::array<float, 3> to_lamp, std::array<float, 3> lamp,
                         std::array<float, 3> above) {
        WinnowPicture seen = picture(host);
        seen.lit = 1;
        std::ranges::copy(to_lamp, seen.lamp_direction);
        std::ranges::copy(lamp, seen.lamp_light);
        std::ranges::copy(above, seen.light_above);
        return drawn(host, seen);
    };
    /// Returns the sums of the left half's and the right half's red, and of all blue.
    const auto halves = [](const std::vector<std::uint8_t>& pixels) {
        std::array<double, 3> sums{};
        for (std::size_t i = 0; i < pixels.size(); i += 4) {
            sums[i / 4 % side < side / 2 ? 0 : 1] += pixels[i];
            sums[2] += pixels[i + 2];
        }
        return sums;
    };
    const auto [dark_left, dark_right, no_blue] = halves(lit({0, 1, 0}, {0, 0, 0}, {0, 0, 0}));
    EXPECT_EQ(dark_left + dark_right + no_blue, 0) << "nothing lights it";
    const auto [left, right, blue] = halves(lit({-1, 0, 0}, {3, 0, 0}, {0, 0, 0}));
    EXPECT_GT(left, 1.5 * right) << "from the left, in red";
    EXPECT_EQ(blue, 0);
    const auto [left_now, right_now, blue_now] = halves(lit({5, 0, 0}, {3, 0, 0}, {0, 0, 0.5f}));
    EXPECT_NEAR(right_now, left, 0.1 * left) << "from the right, of any length";
    EXPECT_LT(left_now, right_now);
    EXPECT_GT(blue_now, 1000) << "from all around, in blue";
    WinnowPicture odd = picture(host);
    odd.lit = 1;
    refused(winnow_draw(stage_, &odd), WINNOW_BAD_INPUT,
            "lamp_direction: must be finite numbers, and not all 0");
    odd.lamp_direction[1] = 1;
    odd.lamp_light[0] = -1;
    refused(winnow_draw(stage_, &odd), WINNOW_BAD_INPUT, "light: must be 0 to 10000 of each colour, not -1");
    odd.lit = 2;
    refused(winnow_draw(stage_, &odd), WINNOW_BAD_INPUT, "lit: must be 0 or 1, not 2");
}

TEST_F(EffectLibraryTest, RefusesWhatItCannotDo) {
    const WinnowEffect effect = load(cloud);
    const WinnowInstance instance = play(effect);
    steps(1);
    const std::uint64_t expected = hash(instance);
    WinnowInstance none = 0;
    WinnowEffect no_effect = 0;
    refused(winnow_play(stage_, instance, nullptr, &none), WINNOW_BAD_HANDLE, "no effect of this stage");
    refused(winnow_stop(stage_, effect), WINNOW_BAD_HANDLE, "no instance of this stage");
    refused(winnow_step(effect), WINNOW_BAD_HANDLE, "no stage");
    refused(winnow_step(0), WINNOW_BAD_HANDLE, "no stage");
    refused(winnow_play(stage_, effect, nullptr, nullptr), WINNOW_BAD_INPUT, "instance: must not be null");
    WinnowEffectSource broken = source(R"({"format": 2, "emitters": [{"rate": -1}]})", "rain.json");
    refused(winnow_effect_load(stage_, &broken, &no_effect), WINNOW_BAD_INPUT,
            "rain.json:1:29: /emitters/0/rate");
    broken = source(nullptr, "fountian");
    refused(winnow_effect_load(stage_, &broken, &no_effect), WINNOW_BAD_INPUT,
            "no built-in effect fountian (did you mean fountain?)");
    broken = source(R"({"format": 2, "emitters": [{"modules": [{"module": "own"}]}]})");
    refused(winnow_effect_load(stage_, &broken, &no_effect), WINNOW_BAD_INPUT, "own");
    WinnowResult elsewhere = WINNOW_OK;
    std::thread([&] { elsewhere = winnow_step(stage_); }).join();
    EXPECT_EQ(elsewhere, WINNOW_WRONG_THREAD);
    EXPECT_EQ(hash(instance), expected) << "nothing has changed";
}

TEST_F(EffectLibraryTest, RefusesNumbersOutOfTheirRanges) {
    const WinnowEffect effect = load(cloud);
    const WinnowInstance instance = play(effect);
    WinnowInstance none = 0;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    WinnowPlay odd = play_at(nan);
    refused(winnow_play(stage_, effect, &odd, &none), WINNOW_BAD_INPUT, "not finite");
    odd = play_at(0, 0, 0, -1);
    refused(winnow_play(stage_, effect, &odd, &none), WINNOW_BAD_INPUT, "scale");
    odd = play_at(0);
    odd.density = 20000;
    refused(winnow_play(stage_, effect, &odd, &none), WINNOW_BAD_INPUT, "density");
    odd = play_at(0);
    odd.size = 3;
    refused(winnow_play(stage_, effect, &odd, &none), WINNOW_BAD_INPUT, "size");
    refused(winnow_advance(stage_, nan), WINNOW_BAD_INPUT, "seconds");
    refused(winnow_advance(stage_, -1), WINNOW_BAD_INPUT, "seconds");
    refused(winnow_set_speed(stage_, instance, nan), WINNOW_BAD_INPUT, "speed");
    refused(winnow_set_layer(stage_, instance, 32), WINNOW_BAD_INPUT, "layer");
    refused(winnow_set_property(stage_, instance, "siez", 1), WINNOW_BAD_INPUT, "size");
    refused(winnow_set_property(stage_, instance, "size", 5), WINNOW_BAD_INPUT, "must be 0.1 to 2");
}

TEST_F(EffectLibraryTest, RefusesPicturesThatItCannotDraw) {
    const HostPicture host;
    play(load(cloud));
    steps(1);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    WinnowPicture bad = picture(host);
    bad.projection[0] = nan;
    refused(winnow_draw(stage_, &bad), WINNOW_BAD_INPUT, "projection");
    const glm::mat4 transposed = glm::transpose(usual());
    bad = picture(host, transposed);
    refused(winnow_draw(stage_, &bad), WINNOW_BAD_INPUT, "is it transposed?");
    bad = picture(host);
    bad.view[0] = 3;
    refused(winnow_draw(stage_, &bad), WINNOW_BAD_INPUT, "view");
    bad = picture(host);
    bad.framebuffer = 12345;
    refused(winnow_draw(stage_, &bad), WINNOW_BAD_INPUT, "no framebuffer 12345");
    bad = picture(host);
    bad.depth_x = 1;
    refused(winnow_draw(stage_, &bad), WINNOW_BAD_INPUT, "depth_texture");
    bad = picture(host);
    bad.width = 0;
    refused(winnow_draw(stage_, &bad), WINNOW_BAD_INPUT, "no place");
}

TEST_F(EffectLibraryTest, ABudgetThatIsShortIsDealtAndWhatIsCutIsCounted) {
    ASSERT_EQ(winnow_stage_destroy(stage_), WINNOW_OK);
    WinnowStageOptions options{};
    options.size = sizeof options;
    options.loader = load_function;
    options.budget = 3300;
    ASSERT_EQ(winnow_stage_create(&options, &stage_), WINNOW_OK) << winnow_message();
    const WinnowEffect effect = load(R"({"format": 2, "emitters": [{"rate": 6000, "lifetime": 0.5}]})");
    const WinnowInstance first = play(effect), second = play(effect);
    WinnowInstance third = 0;
    EXPECT_EQ(winnow_play(stage_, effect, nullptr, &third), WINNOW_BAD_INPUT);
    EXPECT_NE(std::string(winnow_message()).find("3300"), std::string::npos) << winnow_message();
    steps(16);
    EXPECT_EQ(figures(first).dropped + figures(second).dropped, 0u) << "both share what there is";
    steps(9);
    const WinnowInstanceFigures one = figures(first), other = figures(second);
    EXPECT_EQ(one.alive + other.alive, options.budget);
    EXPECT_EQ(one.alive + one.dropped, 2500u);
    EXPECT_EQ(other.alive + other.dropped, 2500u);
    EXPECT_GT(one.alive, other.alive) << "the births of a step are dealt in order";
    WinnowStageFigures all{};
    all.size = sizeof all;
    ASSERT_EQ(winnow_stage_figures(stage_, &all), WINNOW_OK);
    EXPECT_EQ(all.taken, all.budget);
    EXPECT_EQ(all.instances, 2u);
    ASSERT_EQ(winnow_kill(stage_, first), WINNOW_OK);
    EXPECT_NE(play(effect), 0u);
}

TEST_F(EffectLibraryTest, AStageThatIsGoneIsRefused) {
    const WinnowStage gone = stage_;
    ASSERT_EQ(winnow_stage_destroy(stage_), WINNOW_OK);
    stage_ = 0;
    EXPECT_EQ(winnow_step(gone), WINNOW_BAD_HANDLE);
    EXPECT_EQ(winnow_stage_destroy(gone), WINNOW_BAD_HANDLE);
    WinnowStageOptions options{};
    options.size = sizeof options;
    EXPECT_EQ(winnow_stage_create(&options, &stage_), WINNOW_BAD_INPUT) << "a loader is needed";
    EXPECT_EQ(stage_, 0u);
    options.loader = [](const char*) -> void* { return nullptr; };
    EXPECT_EQ(winnow_stage_create(&options, &stage_), WINNOW_ABSENT) << winnow_message();
}

}  // namespace
}  // namespace winnow::test
