// Checks that no step is lost or made twice wherever a video is cut, and that a window makes as many steps
// per frame as are due.
#include "session/clocks.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace winnow::session {
namespace {

/// Returns the number of steps made after each frame.
std::vector<std::uint64_t> steps_after(FrameClock& clock, int frames, std::uint32_t steps_per_second,
                                       std::uint32_t fps) {
    std::vector<std::uint64_t> after;
    std::uint64_t made = 0;
    for (int i = 0; i < frames; ++i) after.push_back(made += clock.advance(steps_per_second, fps));
    return after;
}

TEST(FrameClock, EveryFrameLiesBetweenTheLastTwoSteps) {
    for (const auto& [steps, fps] : {std::pair(1000u, 60u), {60u, 144u}, {60u, 60u}, {1u, 1000u}, {7u, 3u}}) {
        FrameClock clock;
        const auto after = steps_after(clock, 5000, steps, fps);
        for (std::uint64_t n = 1; n <= after.size(); ++n)
            ASSERT_EQ(after[n - 1], (n * steps + fps - 1) / fps)
                << "frame " << n << " at " << steps << "/" << fps;
        const double time = 5000.0 * steps / fps;
        EXPECT_NEAR(static_cast<double>(after.back()) - clock.behind(), time, 1e-6 * time)
            << steps << "/" << fps;
    }
}

TEST(FrameClock, PartsJoinWhereverTheyAreCut) {
    for (const auto& [steps, fps] : {std::pair(1000u, 60u), {60u, 144u}, {240u, 7u}}) {
        FrameClock uncut;
        const auto whole = steps_after(uncut, 40, steps, fps);
        for (int cut = 1; cut < 40; ++cut) {
            FrameClock first;
            const std::uint64_t before = steps_after(first, cut, steps, fps).back();
            FrameClock second(first.phase());
            EXPECT_EQ(before + steps_after(second, 40 - cut, steps, fps).back(), whole.back()) << cut;
            EXPECT_EQ(second.phase(), uncut.phase()) << cut;
        }
    }
}

TEST(FrameClock, AnotherRateKeepsThePart) {
    FrameClock clock(FrameClock::Phase{40, 60});
    EXPECT_EQ(clock.advance(100, 300), 1u);  // 200 + 100 of 300
    EXPECT_EQ(clock.phase(), (FrameClock::Phase{0, 300}));
    FrameClock behind(FrameClock::Phase{-1, 3});
    EXPECT_EQ(behind.advance(10, 100),
              0u);  // 33.3 of 100 before the step, rounded away from it; 10 of them pass
    EXPECT_EQ(behind.phase(), (FrameClock::Phase{-24, 100}));
}

constexpr double step = 1.0 / 60;

TEST(StepClock, MakesAsManyStepsAsTimeHoldsWithoutDrift) {
    for (const double frames_per_second : {25.0, 60.0, 144.0, 1000.0}) {
        StepClock clock;
        int steps = 0;
        const int frames = static_cast<int>(10 * frames_per_second);
        for (int i = 0; i < frames; ++i) steps += clock.advance(1 / frames_per_second, step, 1);
        EXPECT_NEAR(steps, 600, 1) << frames_per_second;
    }
}

TEST(StepClock, TimeScaleMultiplies) {
    StepClock slow, fast;
    int slow_steps = 0, fast_steps = 0;
    for (int i = 0; i < 600; ++i) {
        slow_steps += slow.advance(step, step, 0.05);
        fast_steps += fast.advance(step, step, 4);
    }
    EXPECT_NEAR(slow_steps, 30, 1);
    EXPECT_NEAR(fast_steps, 2400, 4);
}

TEST(StepClock, TimeSlowsInsteadOfPilingUp) {
    StepClock clock;
    EXPECT_EQ(clock.advance(1, step, 1), StepClock::max_steps);
    EXPECT_EQ(clock.advance(0, step, 1), 0);  // the rest is discarded
    EXPECT_EQ(clock.advance(step * 1.5, step, 1), 2);
    EXPECT_NEAR(clock.behind(), step / 2, 1e-9);
}

TEST(StepClock, FourStepsFit) {
    StepClock clock;
    EXPECT_EQ(clock.advance(step * 3.25, step, 1), 4);
    EXPECT_NEAR(clock.behind(), 0.75 * step, 1e-9);
    EXPECT_EQ(clock.advance(step * 0.7, step, 1), 0);
    EXPECT_NEAR(clock.behind(), 0.05 * step, 1e-9);
}

TEST(StepClock, ClearGoesToTheEndOfTheStep) {
    StepClock clock;
    EXPECT_EQ(clock.advance(step * 0.1, step, 1), 1);
    clock.clear();
    EXPECT_EQ(clock.behind(), 0);
    EXPECT_EQ(clock.advance(step * 0.1, step, 1), 1);
}

TEST(StepClock, TimeThatRunsBackIsNone) {
    StepClock clock;
    EXPECT_EQ(clock.advance(-5, step, 1), 0);
    EXPECT_EQ(clock.advance(step * 1.5, step, 1), 2);
}

TEST(FrameRate, IsThatOfTheLastHalfSecond) {
    FrameRate rate;
    EXPECT_EQ(rate.per_second(), 0);
    Clock::time_point now{};
    for (int i = 0; i < 10; ++i) rate.tick(now += std::chrono::milliseconds(100));
    for (int i = 0; i < 100; ++i) rate.tick(now += std::chrono::milliseconds(10));
    EXPECT_NEAR(rate.per_second(), 100, 0.5);
}

}  // namespace
}  // namespace winnow::session
