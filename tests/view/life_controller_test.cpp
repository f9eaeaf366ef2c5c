// Checks which particle a click on the picture means.
#include "view/life_controller.h"

#include <gtest/gtest.h>

#include <limits>

namespace winnow::view {
namespace {

constexpr gl::Size picture{800, 600};

/// Looks along -z from (0, 0, 5).
render::Camera towards_origin() {
    return render::Camera(effects::View{{0, 0, 0}, 5, 0, 0, 1});
}

particles::WholeParticle at(float x, float y, float z) {
    particles::WholeParticle one;
    one.particle.position[0] = x;
    one.particle.position[1] = y;
    one.particle.position[2] = z;
    return one;
}

std::optional<std::size_t> pick(const std::vector<particles::WholeParticle>& all, const lab::Point& click,
                                float seconds = 0) {
    return picked(all, towards_origin(), picture, click, seconds);
}

TEST(Picked, IsTheNearestWithinReach) {
    const std::vector all{at(-1, 0, 0), at(0, 0, 0), at(0.05f, 0, 0), at(1, 0, 0)};
    EXPECT_EQ(pick(all, {0.5f, 0.5f}), 1u);
    const lab::Point right = seen_at(clip_matrix(towards_origin(), picture), {1, 0, 0}).value();
    EXPECT_EQ(pick(all, right), 3u);
    EXPECT_EQ(pick(all, {right.x + 10.0f / 800, right.y}), 3u);
    EXPECT_EQ(pick(all, {right.x + 40.0f / 800, right.y}), std::nullopt);
    EXPECT_EQ(pick({}, right), std::nullopt);
}

TEST(Picked, OfThoseBehindEachOtherIsTheOneInFront) {
    const std::vector all{at(0, 0, -2), at(0.003f, 0, 2), at(0, 0, 1)};
    EXPECT_EQ(pick(all, {0.5f, 0.5f}), 1u);
}

TEST(Picked, IsNeverBehindTheEyeOrNowhere) {
    const float nowhere = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(pick({at(0, 0, 7), at(nowhere, 0, 0)}, {0.5f, 0.5f}), std::nullopt);
}

TEST(Outline, HoldsWhatItGoesRoundAndNoBay) {
    const std::vector<lab::Point> horseshoe{{0.1f, 0.1f}, {0.9f, 0.1f}, {0.9f, 0.9f}, {0.6f, 0.9f},
                                            {0.6f, 0.4f}, {0.4f, 0.4f}, {0.4f, 0.9f}, {0.1f, 0.9f}};
    EXPECT_TRUE(lies_within({0.25f, 0.8f}, horseshoe));
    EXPECT_TRUE(lies_within({0.5f, 0.2f}, horseshoe));
    EXPECT_FALSE(lies_within({0.5f, 0.8f}, horseshoe)) << "in the bay";
    EXPECT_FALSE(lies_within({0.95f, 0.5f}, horseshoe));
    EXPECT_FALSE(lies_within({0.5f, 0.5f}, {}));
}

TEST(Picked, IsWhereTheParticleIsSeen) {
    auto moving = at(1, 0, 0);
    moving.particle.velocity[0] = 10;
    EXPECT_EQ(pick({moving}, {0.5f, 0.5f}), std::nullopt);
    EXPECT_EQ(pick({moving}, {0.5f, 0.5f}, 0.1f), 0u)
        << "it is seen a tenth of a second before the step's end";
}

}  // namespace
}  // namespace winnow::view
