#include "view/wakefulness.h"

#include <gtest/gtest.h>

namespace winnow::view {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(Wakefulness, QuickFramesLastForATimeAfterInput) {
    Wakefulness wakefulness;
    const session::Clock::time_point input = session::Clock::now();
    EXPECT_FALSE(wakefulness.lasts(input));
    wakefulness.take_input(input);
    for (int frame = 0; frame < 50; ++frame) {
        EXPECT_TRUE(wakefulness.lasts(input + frame * milliseconds(20))) << frame;
        wakefulness.draw();
    }
    EXPECT_FALSE(wakefulness.lasts(input + Wakefulness::after_news + milliseconds(1)));
}

TEST(Wakefulness, SlowFramesAreEnoughForAClick) {
    Wakefulness wakefulness;
    const session::Clock::time_point input = session::Clock::now();
    wakefulness.take_input(input);
    std::uint32_t frames = 0;
    for (; wakefulness.lasts(input + frames * seconds(3)); ++frames) wakefulness.draw();
    EXPECT_EQ(frames, Wakefulness::frames_after_input);
}

TEST(Wakefulness, AShortReasonDoesNotEndALongOne) {
    Wakefulness wakefulness;
    const session::Clock::time_point now = session::Clock::now();
    wakefulness.stay_until(now + seconds(1));
    wakefulness.stay_until(now + milliseconds(100));
    EXPECT_TRUE(wakefulness.lasts(now + milliseconds(900)));
}

}  // namespace
}  // namespace winnow::view
