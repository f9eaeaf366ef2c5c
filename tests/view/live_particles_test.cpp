// Checks where the Lab's particles appear in the picture, and that they are followed until they die.
#include "view/live_particles.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <utility>

namespace winnow::view {
namespace {

using particles::Particle;
using particles::Probed;

constexpr gl::Size frame{800, 600};
constexpr std::uint32_t steps_per_second = 10;

/// Looks along -z from (0, 0, 5).
render::Camera ahead() {
    return render::Camera(effects::View{{0, 0, 0}, 5, 0, 0, 1});
}

Particle particle(std::uint32_t ordinal, float x, std::uint32_t age = 3) {
    return {.position = {x, 0, 0},
            .age = age,
            .velocity = {0, 1, 0},
            .lifetime = 20,
            .birth_step = 7,
            .ordinal = ordinal,
            .emitter = 0,
            .bounces = 0};
}

TEST(PlaceInFrame, IsInSharesFromTheUpperLeft) {
    const auto middle = place_in_frame(ahead(), frame, {0, 0, 0}).value();
    EXPECT_FLOAT_EQ(middle.x, 0.5f);
    EXPECT_FLOAT_EQ(middle.y, 0.5f);
    const auto right_above = place_in_frame(ahead(), frame, {1, 0.5f, 0}).value();
    EXPECT_GT(right_above.x, 0.5f);
    EXPECT_LT(right_above.y, 0.5f);
    // The field of view is that of the height, so a metre is as many pixels in both directions.
    EXPECT_NEAR((right_above.x - 0.5f) * 800, (0.5f - right_above.y) * 2 * 600, 0.01f);
    EXPECT_GT(place_in_frame(ahead(), frame, {5, 0, 0}).value().x, 1) << "out of the picture";
}

TEST(PlaceInFrame, FollowsTheCameraIntoAnOpening) {
    render::Camera camera = ahead();
    camera.set_open_area({0.2f, 0.6f, 1, 0.9f});
    const auto target = place_in_frame(camera, frame, {0, 0, 0}).value();
    EXPECT_NEAR(target.x, 0.6f, 1e-5f);
    EXPECT_NEAR(target.y, 0.75f, 1e-5f);
}

TEST(PlaceInFrame, BehindTheEyeLiesWhereOneWouldTurn) {
    const auto behind_right = place_in_frame(ahead(), frame, {1, 0, 9}).value();
    EXPECT_GT(behind_right.x, 1);
    const auto behind_left = place_in_frame(ahead(), frame, {-1, 0, 9}).value();
    EXPECT_LT(behind_left.x, 0);
    const auto below = place_in_frame(ahead(), frame, {0, -0.5f, 9}).value();
    EXPECT_GT(below.y, 1);
    const auto at_the_eye = place_in_frame(ahead(), frame, {0, 0, 5}).value();
    EXPECT_TRUE(at_the_eye.x < 0 || at_the_eye.x > 1 || at_the_eye.y < 0 || at_the_eye.y > 1);
    EXPECT_EQ(place_in_frame(ahead(), frame, {std::numeric_limits<float>::quiet_NaN(), 0, 0}), std::nullopt);
}

class LiveParticlesTest : public ::testing::Test {
  protected:
    void SetUp() override {
        looked_.step = 100;
        looked_.is_advanced = true;
        looked_.before = {particle(0, -1), particle(1, 0), particle(2, 1)};
        looked_.after = {particle(0, -1), particle(2, 1)};
    }
    std::vector<ui::LabParticle> marks(std::uint64_t steps) const {
        return live_.in_frame(ahead(), frame, steps, steps_per_second);
    }

    Probed looked_;
    LiveParticles live_;
};

TEST_F(LiveParticlesTest, AStepIsShownAsItWas) {
    EXPECT_TRUE(has_deaths(looked_));
    live_.look_at(looked_);
    ASSERT_EQ(live_.before().size(), 3u);
    EXPECT_EQ(live_.before()[1].ordinal, 1u);
    EXPECT_EQ(live_.before()[1].steps_left, 17);
    EXPECT_EQ(live_.after().size(), 2u);
    looked_.is_advanced = false;
    live_.look_at(looked_);
    EXPECT_EQ(live_.before()[1].steps_left, 16) << "the step has yet to age it";
    EXPECT_EQ(live_.after()[0].steps_left, 17);
    looked_.after = looked_.before;
    EXPECT_FALSE(has_deaths(looked_));
}

TEST_F(LiveParticlesTest, ShowsNoMoreThanTheLabHasRoomFor) {
    for (std::uint32_t i = 3; i < 40; ++i) looked_.before.push_back(particle(i, 0));
    looked_.after = looked_.before;
    looked_.after.pop_back();
    EXPECT_FALSE(has_deaths(looked_)) << "the one that died is not shown";
    live_.look_at(looked_);
    EXPECT_EQ(live_.before().size(), LiveParticles::lanes);
    EXPECT_EQ(marks(100).size(), LiveParticles::lanes);
}

TEST_F(LiveParticlesTest, TheLivingAreFollowedAndTheDeadStay) {
    live_.look_at(looked_);
    const auto at_first = marks(100);
    EXPECT_TRUE(at_first[0].lives);
    EXPECT_EQ(at_first[0].caption, "born in step 7, 17 steps left");
    EXPECT_FALSE(at_first[1].lives);
    EXPECT_EQ(at_first[1].caption, "died by step 100");
    EXPECT_FLOAT_EQ(at_first[1].at->x, 0.5f) << "where it was";

    Probed later = looked_;
    later.step = 104;
    later.after = {particle(2, 0.5f, 7)};
    live_.follow(later);
    const auto then = marks(104);
    EXPECT_EQ(then[0].caption, "died by step 104");
    EXPECT_FLOAT_EQ(then[0].at->x, at_first[0].at->x);
    EXPECT_EQ(then[1].caption, "died by step 100");
    EXPECT_LT(then[2].at->x, at_first[2].at->x);
    EXPECT_EQ(then[2].caption, "born in step 7, 13 steps left");
    live_.follow(looked_);
    EXPECT_FLOAT_EQ(marks(104)[2].at->x, then[2].at->x) << "an older step changes nothing";
    EXPECT_TRUE(live_.is_later_than(looked_));
    EXPECT_FALSE(live_.is_later_than(later));
}

TEST_F(LiveParticlesTest, BirthsBeyondTwoToThe32AreNamedInFull) {
    constexpr std::uint64_t word = std::uint64_t{1} << 32;
    for (const auto& [step, birth] : {std::pair{5 * word + 100, "21,474,836,487"},  // 5 * 2^32 + 7
                                      {5 * word + 3, "17,179,869,191"}}) {          // 4 * 2^32 + 7
        looked_.step = step;
        live_.look_at(looked_);
        EXPECT_EQ(marks(step)[0].caption, fmt::format("born in step {}, 17 steps left", birth));
    }
}

TEST_F(LiveParticlesTest, AParticleIsCarriedOnWhileItsCopyIsOnItsWay) {
    live_.look_at(looked_);
    const auto late = marks(105);  // half a second, so half a metre upwards
    EXPECT_FLOAT_EQ(late[2].at->y, place_in_frame(ahead(), frame, {1, 0.5f, 0})->y);
    EXPECT_EQ(late[2].caption, "born in step 7, 12 steps left");
    EXPECT_FLOAT_EQ(late[1].at->y, 0.5f) << "the dead do not move";
    EXPECT_EQ(marks(1000)[2].caption, "born in step 7, 0 steps left");
    live_.forget();
    EXPECT_TRUE(marks(105).empty());
}

}  // namespace
}  // namespace winnow::view
