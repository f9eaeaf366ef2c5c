// The first depths of a layer: of the nearest particle that covers half of a pixel, else of the one that
// gives most.
#include <gtest/gtest.h>

#include <glm/gtc/matrix_transform.hpp>

#include <string>
#include <vector>

#include "library/effect_fixture.h"

namespace winnow::test {
namespace {

/// Returns an effect of particles that rest where they are born, with more modules.
std::string dots(const std::string& blend, const std::string& more = "") {
    return R"({"format": 2, "emitters": [{"blend": ")" + blend +
           R"(", "rate": 60, "lifetime": 100, "modules": [
        {"module": "size", "diameter": 1}, {"module": "colour", "colour": [0.2, 0.2, 0.2, 1]})" +
           more + "]}]}";
}

class FirstDepthTest : public EffectLibraryTest, public ::testing::WithParamInterface<WinnowDrawing> {
  protected:
    FirstDepthTest() : EffectLibraryTest(GetParam()) {}

    void play_dots(const std::string& text, float z) const {
        const WinnowPlay where = play_at(0, 0, z);
        play(load(text.c_str()), &where);
    }
    std::vector<float> first_depths(WinnowPicture picture) const {
        picture.first_depth = 1;
        WinnowLayer layer{};
        layer.size = sizeof layer;
        EXPECT_EQ(winnow_draw_layer(stage_, &picture, &layer), WINNOW_OK) << winnow_message();
        std::vector<float> depths(std::size_t{side} * side);
        glGetTextureImage(layer.first_depth, 0, GL_RED, GL_FLOAT,
                          static_cast<GLsizei>(depths.size() * sizeof(float)), depths.data());
        return depths;
    }
    float in_the_middle(const HostPicture& host, const glm::mat4& projection = usual(),
                        bool zero_to_one = false) const {
        WinnowPicture where = picture(host, projection);
        where.zero_to_one = zero_to_one ? 1 : 0;
        return first_depths(where)[std::size_t{side} * (side / 2) + side / 2];
    }
    /// Returns the depth that a buffer stores of a place in the middle of the picture.
    static float stored(float z, const glm::mat4& projection = usual(), bool zero_to_one = false) {
        const glm::vec4 clip = projection * glm::vec4(0, 0, z - 5, 1);
        const float depth = clip.z / clip.w;
        return zero_to_one ? depth : 0.5f + 0.5f * depth;
    }
};

INSTANTIATE_TEST_SUITE_P(By, FirstDepthTest, ::testing::Values(WINNOW_DRAW_TRIANGLES, WINNOW_DRAW_TILES),
                         [](const auto& by) {
                             return by.param == WINNOW_DRAW_TILES ? "Tiles" : "Triangles";
                         });

constexpr float precision = 2e-5f;  // of a stored depth

TEST_P(FirstDepthTest, IsOfWhatCoversHalfElseOfTheBrightest) {
    const HostPicture host;
    host.clear(1);
    for (const float depth : first_depths(picture(host))) ASSERT_EQ(depth, 1) << "nothing plays";
    play_dots(dots("additive"), 1);
    steps(2);
    EXPECT_NEAR(in_the_middle(host), stored(1), precision) << "only light";
    EXPECT_EQ(first_depths(picture(host))[0], 1) << "a corner without particles";
    play_dots(dots("alpha"), -1);
    steps(2);
    EXPECT_NEAR(in_the_middle(host), stored(-1), precision) << "light does not cover";
    play_dots(dots("alpha"), 0);
    steps(2);
    EXPECT_NEAR(in_the_middle(host), stored(0), precision) << "the nearest that covers";
    play_dots(dots("multiply"), 0.25f);
    steps(2);
    EXPECT_NEAR(in_the_middle(host), stored(0.25f), precision) << "what is seen through a colour";
}

TEST_P(FirstDepthTest, KnowsSolidsAndTheHostsOwn) {
    const HostPicture host;
    host.clear(1);
    play_dots(dots("additive", R"(, {"module": "sphere"})"), 0);
    steps(1);
    EXPECT_NEAR(in_the_middle(host), stored(0.5f), 1e-4f) << "the sphere's front";
    play_dots(dots("alpha", R"(, {"module": "mesh"})"), -2);
    play_dots(dots("alpha"), -1);
    steps(1);
    EXPECT_NEAR(in_the_middle(host), stored(0.5f), 1e-4f) << "the sphere hides them";
    host.clear(stored(1));
    for (const float depth : first_depths(picture(host))) ASSERT_EQ(depth, 1) << "the host hides all";
}

TEST_P(FirstDepthTest, KnowsRibbons) {
    const HostPicture host;
    host.clear(1);
    play_dots(
        dots("alpha", R"(, {"module": "ribbon", "edge": 0}, {"module": "jet", "speed": 3, "spread": 0})"), 0);
    steps(20);
    EXPECT_NEAR(in_the_middle(host), stored(0), 1e-4f);
}

TEST_P(FirstDepthTest, HasTheFormOfTheHostsDepths) {
    const HostPicture host;
    host.clear(0);
    play_dots(dots("alpha"), 1);
    steps(1);
    glm::mat4 reversed(0);  // without a far plane
    reversed[0].x = reversed[1].y = usual()[1].y;
    reversed[2].w = -1;
    reversed[3].z = 0.5f;
    EXPECT_NEAR(in_the_middle(host, reversed, true), stored(1, reversed, true), precision);
    WinnowPicture where = picture(host, reversed);
    where.zero_to_one = 1;
    EXPECT_EQ(first_depths(where)[0], 0) << "0 is far";
    host.clear(1);
    const glm::mat4 parallel = glm::ortho(-2.0f, 2.0f, -2.0f, 2.0f, -10.0f, 20.0f);
    EXPECT_NEAR(in_the_middle(host, parallel), stored(1, parallel), 1e-3f);
}

TEST_P(FirstDepthTest, IsGivenOnlyIfItIsAskedFor) {
    const HostPicture host;
    WinnowPicture where = picture(host);
    WinnowLayer layer{};
    layer.size = sizeof layer;
    ASSERT_EQ(winnow_draw_layer(stage_, &where, &layer), WINNOW_OK);
    EXPECT_EQ(layer.first_depth, 0u);
    where.first_depth = 2;
    refused(winnow_draw_layer(stage_, &where, &layer), WINNOW_BAD_INPUT,
            "first_depth: must be 0 or 1, not 2");
}

}  // namespace
}  // namespace winnow::test
