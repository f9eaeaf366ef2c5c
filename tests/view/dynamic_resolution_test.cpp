#include "view/dynamic_resolution.h"

#include <gtest/gtest.h>

namespace winnow::view {
namespace {

/// A device that draws a full picture in some seconds, beside seconds that do not depend on the picture.
struct Device {
    double picture, rest = 0;
    DynamicResolution resolution{};
    float factor = 1;
    std::uint32_t changes = 0;

    double frame() const { return picture * factor * factor + rest; }
    void show(std::uint32_t frames, bool moves = true) {
        for (std::uint32_t i = 0; i < frames; ++i) {
            const float next = resolution.next(frame(), moves);
            changes += next != factor;
            factor = next;
        }
    }
};

TEST(DynamicResolution, IsFullWhereFramesAreInTime) {
    Device device{0.089};
    device.show(1000);
    EXPECT_EQ(device.changes, 0u);
    EXPECT_EQ(device.factor, 1);
}

TEST(DynamicResolution, KeepsElevenFramesASecond) {
    for (const double picture : {0.11, 0.15, 0.2, 0.3, 0.39}) {
        Device device{picture};
        device.show(DynamicResolution::slow_frames);
        EXPECT_LE(device.frame(), DynamicResolution::longest_frame) << picture;
        EXPECT_EQ(device.changes, 1u) << picture;
        device.show(10'000);
        EXPECT_LE(device.frame(), DynamicResolution::longest_frame) << picture;
        EXPECT_GE(device.factor, DynamicResolution::lowest) << picture;
    }
}

TEST(DynamicResolution, IsNotLowerThanTheLowest) {
    Device device{1, 1};
    device.show(100);
    EXPECT_EQ(device.factor, DynamicResolution::lowest);
}

TEST(DynamicResolution, LetsSingleSlowFramesBy) {
    Device quick{0.05};
    for (int i = 0; i < 100; ++i) {
        quick.show(DynamicResolution::slow_frames);
        quick.resolution.next(3, true);  // a program was built
    }
    EXPECT_EQ(quick.changes, 0u);
}

TEST(DynamicResolution, RisesAgainWhenFramesAreQuick) {
    Device device{0.3};
    device.show(20);
    EXPECT_LT(device.factor, 1);
    device.picture = 0.02;
    device.show(5 * DynamicResolution::quick_frames);
    EXPECT_EQ(device.factor, 1);
}

/// Where a finer picture takes longer than its pixels say, it is tried ever more rarely.
TEST(DynamicResolution, TriesInVainEverMoreRarely) {
    Device device{0.11};
    const auto changes_within = [&](std::uint32_t frames) {
        const std::uint32_t before = device.changes;
        for (std::uint32_t i = 0; i < frames; ++i) {
            device.rest = device.factor < 1 ? -0.03 : 0;
            device.show(1);
        }
        return device.changes - before;
    };
    const std::uint32_t first = changes_within(500), later = changes_within(500);
    EXPECT_GE(first, 6u);
    EXPECT_LE(later, 4u);
}

TEST(DynamicResolution, APictureInWhichNothingMovesIsFull) {
    Device device{0.3};
    device.show(20);
    const float moving = device.factor;
    device.show(20, false);
    EXPECT_EQ(device.factor, 1);
    device.show(1);
    EXPECT_EQ(device.factor, moving) << "at once, without slow frames";
    device.show(20);
    EXPECT_EQ(device.factor, moving);
}

}  // namespace
}  // namespace winnow::view
