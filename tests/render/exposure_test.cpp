// Checks the exposure by hand and metered, and the samples of a lens.
#include "render/exposure.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "render/lens.h"

namespace winnow::render {
namespace {

TEST(Exposure, GoesFromKeyToKeyByTheLogarithm) {
    effects::View view;
    view.exposure = 2;
    EXPECT_FLOAT_EQ(exposure_at(view, 7), 2);
    view.exposures = {{1, 1}, {3, 0.25f}};
    EXPECT_FLOAT_EQ(exposure_at(view, 0), 2);
    EXPECT_FLOAT_EQ(exposure_at(view, 2), 1);
    EXPECT_FLOAT_EQ(exposure_at(view, 3), 0.5f);
    EXPECT_FLOAT_EQ(exposure_at(view, 9), 0.5f);
}

TEST(Exposure, MetersTheMeanAndSparesHighlights) {
    const std::vector<glm::vec4> even(9, {0.5f, 0.5f, 0.5f, 1}), twice(9, {1, 1, 1, 1});
    EXPECT_NEAR(metered_factor(even) / metered_factor(twice), 2, 1e-4);
    std::vector<glm::vec4> lamp(99, {0.01f, 0.01f, 0.01f, 1});
    const float dark = metered_factor(lamp);
    lamp[5] = {50, 50, 50, 1};
    EXPECT_LT(metered_factor(lamp), 0.1f * dark);
    EXPECT_TRUE(std::isfinite(metered_factor(std::vector<glm::vec4>(4, glm::vec4(0)))));
}

TEST(Exposure, ATrackDoesNotFollowAFlash) {
    std::vector<effects::ExposureKey> frames;
    for (int i = 0; i < 300; ++i) frames.push_back({static_cast<float>(i) / 60, i == 150 ? 0.01f : 1.0f});
    const auto track = smooth_track(frames);
    ASSERT_GE(track.size(), 20u);
    EXPECT_LE(track.size(), 22u);
    EXPECT_EQ(track.back().time, frames.back().time);
    for (const effects::ExposureKey& key : track) EXPECT_GT(key.factor, 0.9f) << key.time;
    for (int i = 150; i < 300; ++i)
        frames[static_cast<std::size_t>(i)].factor = 0.1f;  // but a change that lasts
    EXPECT_NEAR(smooth_track(frames).back().factor, 0.1f, 1e-3f);
    EXPECT_TRUE(smooth_track({}).empty());
}

TEST(Lens, SamplesFillTheCircleAndTheTime) {
    glm::vec2 middle{0};
    std::set<float> moments;
    for (int k = 0; k < 16; ++k) {
        const LensSample sample = lens_sample(k, 16);
        EXPECT_LT(glm::length(sample.place), 1);
        middle += sample.place / 16.0f;
        moments.insert(sample.moment);
    }
    EXPECT_LT(glm::length(middle), 0.1f);
    EXPECT_EQ(moments.size(), 16u);
    EXPECT_EQ(*moments.begin(), 0) << "the frame's own moment";
    EXPECT_FLOAT_EQ(*moments.rbegin(), 15.0f / 16);
}

}  // namespace
}  // namespace winnow::render
