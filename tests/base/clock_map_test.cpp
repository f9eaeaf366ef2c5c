// Checks that a clock that drifts is followed, without a jump.
#include "base/time_line.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>

namespace winnow {
namespace {

using namespace std::chrono_literals;
using Host = ClockMap::Host;

TEST(ClockMapTest, MovesTheOtherClocksTimes) {
    ClockMap map;
    map.compare(Host(100s), 7s);
    EXPECT_EQ(map.to_host(7s), Host(100s));
    EXPECT_EQ(map.to_host(7s + 5ns), Host(100s + 5ns));
    EXPECT_EQ(map.to_host(6s), Host(99s));
}

TEST(ClockMapTest, IsDueOnceASecond) {
    ClockMap map;
    EXPECT_TRUE(map.is_due(Host(0s)));
    map.compare(Host(100s), 7s);
    EXPECT_FALSE(map.is_due(Host(100s + 999ms)));
    EXPECT_TRUE(map.is_due(Host(101s)));
}

TEST(ClockMapTest, SpreadsACorrectionOverTheNextSecond) {
    ClockMap map;
    map.compare(Host(100s), 0s);
    map.compare(Host(110s + 4ms), 10s);  // the other clock is slow
    EXPECT_EQ(map.to_host(10s), Host(110s));
    EXPECT_EQ(map.to_host(10s + 500ms), Host(110s + 502ms));
    EXPECT_EQ(map.to_host(11s), Host(111s + 4ms));
    EXPECT_EQ(map.to_host(20s), Host(120s + 4ms));
    EXPECT_EQ(map.to_host(5s), Host(105s)) << "a late time from before the second comparison";
}

TEST(ClockMapTest, KeepsTheOrderOfTimesWhateverTheDrift) {
    ClockMap map;
    constexpr auto jitter = std::to_array({0us, 300us, -200us, 50us, -900us, 10us});
    for (int i = 0; i < 100; ++i) map.compare(Host(i * 1s + jitter[i % jitter.size()]), i * 1s);
    Host last = map.to_host(83s);
    for (ClockMap::Other other = 83s + 1ms; other < 101s; other += 1ms) {
        const Host now = map.to_host(other);
        EXPECT_GT(now, last);
        EXPECT_LT(now - last, 2ms + 1us);
        last = now;
    }
}

}  // namespace
}  // namespace winnow
