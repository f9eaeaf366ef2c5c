// Steps a picture, pictures a second.
#include "session/clocks.h"

#include <gtest/gtest.h>

namespace winnow::test {
namespace {

using session::Clock;
using session::PictureRate;
using session::StepClock;

constexpr double step = 1.0 / 60;

TEST(StepClock, MakesAsManyStepsAsTimeHoldsWithoutDrift) {
    for (const double pictures_per_second : {25.0, 60.0, 144.0, 1000.0}) {
        session::StepClock clock;
        int steps = 0;
        const int pictures = static_cast<int>(10 * pictures_per_second);
        for (int i = 0; i < pictures; ++i) steps += clock.advance(1 / pictures_per_second, step, 1);
        EXPECT_NEAR(steps, 600, 1) << pictures_per_second;
    }
}

TEST(StepClock, TimeScaleMultiplies) {
    session::StepClock slow, fast;
    int slow_steps = 0, fast_steps = 0;
    for (int i = 0; i < 600; ++i) {
        slow_steps += slow.advance(step, step, 0.05);
        fast_steps += fast.advance(step, step, 4);
    }
    EXPECT_NEAR(slow_steps, 30, 1);
    EXPECT_NEAR(fast_steps, 2400, 4);
}

TEST(StepClock, TimeSlowsInsteadOfPilingUp) {
    session::StepClock clock;
    EXPECT_EQ(clock.advance(1, step, 1), session::StepClock::most_steps);
    EXPECT_EQ(clock.advance(0, step, 1), 0);  // the rest is lost
    EXPECT_EQ(clock.advance(step * 1.5, step, 1), 1);
}

TEST(StepClock, FourStepsFit) {
    session::StepClock clock;
    EXPECT_EQ(clock.advance(step * 4.25, step, 1), 4);
    EXPECT_EQ(clock.advance(step * 0.8, step, 1), 1);  // a quarter was kept
}

TEST(StepClock, ClearForgetsWhatWasNotYetAStep) {
    session::StepClock clock;
    clock.advance(step * 0.9, step, 1);
    clock.clear();
    EXPECT_EQ(clock.advance(step * 0.9, step, 1), 0);
}

TEST(StepClock, TimeThatRunsBackIsNone) {
    session::StepClock clock;
    EXPECT_EQ(clock.advance(-5, step, 1), 0);
    EXPECT_EQ(clock.advance(step * 1.5, step, 1), 1);
}

TEST(PictureRate, IsThatOfTheLastHalfSecond) {
    session::PictureRate rate;
    EXPECT_EQ(rate.per_second(), 0);
    Clock::time_point now{};
    for (int i = 0; i < 10; ++i) rate.tick(now += std::chrono::milliseconds(100));
    for (int i = 0; i < 100; ++i) rate.tick(now += std::chrono::milliseconds(10));
    EXPECT_NEAR(rate.per_second(), 100, 0.5);
}

}  // namespace
}  // namespace winnow::test
