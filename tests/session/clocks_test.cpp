// Pictures and steps: no step is lost or made twice, wherever a film is cut.
#include "session/clocks.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace winnow::test {
namespace {

using session::FrameClock;

/// Steps after each picture.
std::vector<std::uint64_t> steps_after(session::FrameClock& clock, int pictures,
                                       std::uint32_t steps_per_second, std::uint32_t fps) {
    std::vector<std::uint64_t> after;
    std::uint64_t made = 0;
    for (int i = 0; i < pictures; ++i) after.push_back(made += clock.advance(steps_per_second, fps));
    return after;
}

TEST(FrameClock, AfterEveryPictureAsManyStepsAsItsTimeHolds) {
    for (const auto& [steps, fps] : {std::pair(1000u, 60u), {60u, 144u}, {60u, 60u}, {1u, 1000u}, {7u, 3u}}) {
        session::FrameClock clock;
        const auto after = steps_after(clock, 5000, steps, fps);
        for (std::uint64_t n = 1; n <= after.size(); ++n)
            ASSERT_EQ(after[n - 1], n * steps / fps) << "picture " << n << " at " << steps << "/" << fps;
    }
}

TEST(FrameClock, PartsJoinWhereverTheyAreCut) {
    for (const auto& [steps, fps] : {std::pair(1000u, 60u), {60u, 144u}, {240u, 7u}}) {
        session::FrameClock uncut;
        const auto whole = steps_after(uncut, 40, steps, fps);
        for (int cut = 1; cut < 40; ++cut) {
            session::FrameClock first;
            const std::uint64_t before = steps_after(first, cut, steps, fps).back();
            session::FrameClock second(first.phase());
            EXPECT_EQ(before + steps_after(second, 40 - cut, steps, fps).back(), whole.back()) << cut;
            EXPECT_EQ(second.phase(), uncut.phase()) << cut;
        }
    }
}

TEST(FrameClock, AnotherRateKeepsThePart) {
    session::FrameClock clock(session::FrameClock::Phase{40, 60});
    EXPECT_EQ(clock.advance(100, 300), 1u);  // 200 + 100 of 300
    EXPECT_EQ(clock.phase(), (session::FrameClock::Phase{0, 300}));
}

}  // namespace
}  // namespace winnow::test
