#include "view/draw_trial.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace winnow::view {
namespace {

/// A window whose renderers take these milliseconds for a million particles.
struct Window {
    double tiles, triangles;
    DrawTrial trial{true};
    bool by_tiles = true;
    std::uint32_t changes = 0;
    double slowest = 0;

    void show(std::uint32_t frames, std::uint32_t alive, const std::string& effect = "fountain") {
        for (std::uint32_t i = 0; i < frames; ++i) {
            const double ms = (by_tiles ? tiles : triangles) * alive / 1e6;
            slowest = std::max(slowest, ms);
            const bool next = trial.next({effect, alive, ms});
            changes += next != by_tiles;
            by_tiles = next;
        }
    }
};

TEST(DrawTrial, TheFasterRendererDraws) {
    Window slow_triangles{1, 10}, slow_tiles{10, 1};
    slow_triangles.show(100, 1000);
    slow_tiles.show(100, 1000);
    EXPECT_TRUE(slow_triangles.by_tiles);
    EXPECT_EQ(slow_triangles.changes, 2u) << "there and back";
    EXPECT_FALSE(slow_tiles.by_tiles);
    EXPECT_EQ(slow_tiles.changes, 1u);
}

TEST(DrawTrial, IsRepeatedWhenTheNumberChangesFourfold) {
    Window window{1, 1.5};
    window.show(100, 1000);
    EXPECT_EQ(window.changes, 2u);
    window.show(100, 3999);
    EXPECT_EQ(window.changes, 2u);
    window.show(100, 4000);
    EXPECT_EQ(window.changes, 4u);
    window.show(100, 1000);
    EXPECT_EQ(window.changes, 6u);
    EXPECT_TRUE(window.by_tiles);
}

TEST(DrawTrial, TheOrderOfTheRenderersMayChangeWithTheNumber) {
    Window window{2, 1};
    window.show(100, 1000);
    EXPECT_FALSE(window.by_tiles);
    window.triangles = 3;
    window.show(100, 8000);
    EXPECT_TRUE(window.by_tiles);
}

TEST(DrawTrial, ARendererThatWouldStopThePictureIsNotTried) {
    Window window{0.1, 10};
    for (const std::uint32_t alive : {1000u, 10'000u, 1'000'000u, 20'000'000u}) window.show(100, alive);
    EXPECT_EQ(window.changes, 2u) << "only of a thousand";
    EXPECT_LT(window.slowest, 5);
    Window filled{0.1, 10};
    filled.show(100, 20'000'000);
    EXPECT_EQ(filled.changes, 0u) << "nothing is known of so many";
}

TEST(DrawTrial, AnotherEffectIsMeasuredAnew) {
    Window window{10, 1};
    window.show(100, 1000);
    EXPECT_FALSE(window.by_tiles);
    window.show(1, 1000, "smoke");
    EXPECT_TRUE(window.by_tiles) << "what draws first";
    window.show(100, 1000, "smoke");
    EXPECT_FALSE(window.by_tiles);
}

TEST(DrawTrial, WaitsUntilSomethingLivesAndWasTimed) {
    DrawTrial trial(true);
    for (int i = 0; i < 50; ++i) {
        EXPECT_TRUE(trial.next({"fountain", 0, 1.0}));
        EXPECT_TRUE(trial.next({"fountain", 1000, std::nullopt}));
    }
}

}  // namespace
}  // namespace winnow::view
