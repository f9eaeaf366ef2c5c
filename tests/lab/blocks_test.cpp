// The lessons on blocks that wait for each other, tick by tick.
#include "lab/blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>

#include "lab/lesson.h"

namespace winnow::lab {
namespace {

Execution run_blocks(std::string_view id, std::uint32_t resident, std::uint32_t latency = 1,
                     Words values = {}) {
    const Lesson& lesson = lesson_named(id);
    Parameters parameters;
    parameters.values = values.empty() ? lesson.example : std::move(values);
    parameters.resident = resident;
    parameters.latency = latency;
    return execute(lesson, parameters);
}

std::vector<std::string> labels_of(const Execution& run, std::size_t row) {
    std::vector<std::string> texts;
    for (const Cell& cell : run.rows[row].cells) texts.push_back(cell.label);
    return texts;
}

bool goes_wrong(const Execution& run) {
    return run.frames.back().title == "Comparison";
}

bool gets_stuck(const Execution& run) {
    return std::any_of(run.frames.begin(), run.frames.end(),
                       [](const Frame& frame) { return frame.title == "Nothing can move any more"; });
}

/// Returns the ticks that the run took.
std::size_t ticks(const Execution& run) {
    return static_cast<std::size_t>(
        std::count_if(run.frames.begin(), run.frames.end(),
                      [](const Frame& frame) { return frame.title.starts_with("Tick"); }));
}

TEST(BlockDeadlock, ComesIfTheWaitingBlocksFillTheGpu) {
    const Execution run = run_blocks("block-deadlock", 4);
    EXPECT_EQ(labels_of(run, run.result_row),
              (std::vector<std::string>{"", "not started", "stuck", "stuck", "stuck", "stuck"}));
    EXPECT_TRUE(gets_stuck(run));
    EXPECT_TRUE(goes_wrong(run));
    const std::string& sentence = run.frames[run.frames.size() - 2].sentence;
    EXPECT_EQ(
        sentence,
        "The GPU's places are taken by blocks 2 to 5, and each waits for the block before it; block 1 can "
        "start only when one of them ends.");
}

TEST(BlockDeadlock, DependsOnTheRoomAndOnNothingElse) {
    for (std::uint32_t resident = 1; resident <= 8; ++resident)
        for (const std::uint32_t latency : {1u, 3u}) {
            EXPECT_EQ(gets_stuck(run_blocks("block-deadlock", resident, latency)), resident < 5) << resident;
            EXPECT_EQ(goes_wrong(run_blocks("block-deadlock", resident, latency)), resident < 5) << resident;
        }
}

TEST(BlockDeadlock, NeverHasMoreBlocksThanRoom) {
    const Execution run = run_blocks("look-back", 3);
    for (const Frame& frame : run.frames) {
        if (!frame.title.starts_with("Tick")) continue;
        const auto& cells = run.rows[frame.first_row].cells;
        EXPECT_LE(
            std::count_if(cells.begin(), cells.end(), [](const Cell& cell) { return !cell.label.empty(); }),
            3);
    }
}

TEST(Tickets, FinishInAnyRoom) {
    for (std::uint32_t resident = 1; resident <= 7; ++resident) {
        const Execution run = run_blocks("dynamic-block-index", resident);
        EXPECT_FALSE(gets_stuck(run)) << resident;
        EXPECT_FALSE(goes_wrong(run)) << resident;
    }
    EXPECT_EQ(labels_of(run_blocks("dynamic-block-index", 4), 1),
              (std::vector<std::string>{"ticket 0", "", "", "ticket 1", "ticket 2", "ticket 3"}));
}

TEST(BoundedWait, FinishesInAnyRoomByComputingTheMissingSums) {
    for (std::uint32_t resident = 1; resident <= 7; ++resident) {
        const Execution run = run_blocks("bounded-wait", resident);
        EXPECT_FALSE(gets_stuck(run)) << resident;
        EXPECT_FALSE(goes_wrong(run)) << resident;
    }
    const Execution run = run_blocks("bounded-wait", 4);
    EXPECT_EQ(labels_of(run, 4),
              (std::vector<std::string>{"", "", "scan 16", "S[1] = 35", "S[1] = 35", "S[1] = 35"}));
    EXPECT_GT(run.frames.back().counts.operations, 5u) << "a fallback repeats work";
}

TEST(GridBarrier, NeedsRoomForAllBlocks) {
    for (std::uint32_t resident = 1; resident <= 7; ++resident) {
        const Execution run = run_blocks("grid-barrier", resident);
        EXPECT_EQ(gets_stuck(run), resident < 6) << resident;
        EXPECT_EQ(goes_wrong(run), resident < 6) << resident;
    }
    EXPECT_EQ(run_blocks("grid-barrier", 6).frames.back().counts.barriers, 6u) << "two a stride";
}

// Four blocks spin until the counter is 6, although two blocks have not even started.
TEST(GridBarrier, OpensTooEarlyIfSpinsCountAsArrivals) {
    const Execution run = run_blocks("grid-barrier-counts-spins", 4);
    EXPECT_EQ(labels_of(run, 3),
              (std::vector<std::string>{"count 5", "count 6", "P = 35", "P = 33", "", ""}));
    EXPECT_EQ(labels_of(run, 7).front(), "2³² − 1") << "one block subtracts 1 from 0";
    EXPECT_TRUE(gets_stuck(run));
    for (std::uint32_t resident = 1; resident <= 7; ++resident)
        EXPECT_TRUE(goes_wrong(run_blocks("grid-barrier-counts-spins", resident))) << resident;
}

TEST(LookBack, AddsAggregatesUntilItFindsAPrefix) {
    const Execution run = run_blocks("look-back", 4);
    std::vector<std::string> of_tile_3;
    for (std::size_t row = 1; row < run.result_row && !run.rows[row].cells[3].label.empty(); ++row)
        of_tile_3.push_back(run.rows[row].cells[3].label);
    EXPECT_EQ(of_tile_3, (std::vector<std::string>{"load", "A 17", "A[2]: 16", "wait for 1", "A[1]: 35",
                                                   "P[0]: 51", "P 68", "store"}));
}

TEST(LookBack, FinishesInAnyRoomAndALatencyDelaysIt) {
    for (std::uint32_t resident = 1; resident <= 9; ++resident) {
        EXPECT_FALSE(goes_wrong(run_blocks("look-back", resident)));
        EXPECT_GE(ticks(run_blocks("look-back", resident, 4)), ticks(run_blocks("look-back", resident)));
    }
    EXPECT_GT(ticks(run_blocks("look-back", 4, 4)), ticks(run_blocks("look-back", 4)));
}

// A chain passes one sum on after another; look-back only waits for aggregates.
TEST(LookBack, TakesFewerTicksThanAChainIfWordsTravelSlowly) {
    const Words values(16, 1);
    EXPECT_LT(ticks(run_blocks("look-back", 16, 4, values)),
              ticks(run_blocks("block-deadlock", 16, 4, values)));
}

}  // namespace
}  // namespace winnow::lab
