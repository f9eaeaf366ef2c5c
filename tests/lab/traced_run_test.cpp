// Runs of a kernel in one pass: what is read from memory, and how it is drawn.
#include "lab/traced_run.h"

#include <gtest/gtest.h>

#include <memory>

#include "runs.h"
#include "support/handmade_trace.h"

namespace winnow::lab {
namespace {

const Lesson& look_back() {
    return lesson_named("look-back");
}

Execution drawn(const KernelTrace& trace) {
    return traced_run(look_back(), test::traced_parameters(), trace, "A device", "GLSL");
}

/// Returns the labels of a row, each behind the number of its lane.
std::string labels(const Execution& run, std::size_t number) {
    std::string text;
    for (std::size_t lane = 0; lane < run.width; ++lane)
        if (const Cell& cell = run.rows[number].cells[lane]; !cell.is_empty())
            text += std::to_string(lane) + ' ' + cell.label + '\n';
    return text;
}

// The rows keep the order of the events: a tile has one event of a row, and no row holds both a publication
// and a look that found it.
TEST(TracedRun, RowsFollowTheOrderOfTheEvents) {
    const Execution run = drawn(test::handmade_trace());
    const std::vector<std::pair<std::string, std::string>> expected{
        {"2..4", "1 load\n2 load\n"},
        {"5..6", "1 A 1\n2 A 7\n"},
        {"7..8", "1 wait for 0\n2 A[1]: 1\n"},
        {"9..10", "0 load\n2 wait for 0\n"},
        {"11..12", "0 P 3\n2 again 0: 4\n"},
        {"13..14", "1 P[0]: 3\n2 P 11\n"},
        {"15..17", "0 store\n1 P 4\n2 store\n"},
        {"18", "1 store\n"},
    };
    ASSERT_EQ(run.rows.size(), expected.size() + 2) << "and the input and the results";
    for (std::size_t row = 0; row < expected.size(); ++row) {
        EXPECT_EQ(run.rows[row + 1].name, expected[row].first);
        EXPECT_EQ(labels(run, row + 1), expected[row].second) << expected[row].first;
    }
    EXPECT_EQ(result_of(run, 3), (Words{3, 4, 11}));
    EXPECT_TRUE(wrong_lanes(run).empty());
    EXPECT_EQ(run.frames.back().counts.operations, 5u) << "two looks, one again and two prefixes";
}

TEST(TracedRun, ALookLeadsBackToThePublicationThatItSaw) {
    const Execution run = drawn(test::handmade_trace());
    std::vector<std::pair<Place, Place>> links;
    for (const Frame& frame : run.frames)
        for (const Link& link : frame.links) links.emplace_back(link.from, link.to);
    EXPECT_EQ(links, (std::vector<std::pair<Place, Place>>{{{2, 1}, {3, 2}}, {{5, 0}, {6, 1}}}));
}

TEST(TracedRun, SentencesSayWhatTheTilesDid) {
    const Execution run = drawn(test::handmade_trace());
    EXPECT_EQ(
        run.frames[0].sentence,
        "Each tile has one block and many values, of which only their sum is drawn. A device executed the "
        "kernel in GLSL; the order of the events is that of this run, and the next may have another.");
    EXPECT_EQ(run.frames[1].title, "Events 2 to 4");
    EXPECT_EQ(run.frames[1].sentence, "Tiles 1 and 2 load their values.");
    EXPECT_EQ(run.frames[3].sentence,
              "Tile 1 waits for tile 0 and looks 17 more times; tile 2 looks back over an aggregate.");
    EXPECT_EQ(run.frames[8].title, "Event 18");
    EXPECT_NE(run.remark.find("A device executed the kernel in GLSL"), std::string::npos);
}

TEST(TracedRun, AWrongResultIsMarked) {
    KernelTrace trace = test::handmade_trace();
    trace.scanned[2 * shared::LAB_THREADS - 1] = 5;
    const Execution run = drawn(trace);
    EXPECT_EQ(wrong_lanes(run), std::vector<std::uint32_t>{1});
    EXPECT_TRUE(is_compared(run));
    EXPECT_EQ(run.frames.back().sentence, "The sequential computation gives another value for tile 1.");
}

TEST(TracedRun, AWordIsNotFoundInTheRowOfItsPublication) {
    KernelTrace trace = test::handmade_trace();
    using enum TileAction;
    trace.events = {{0, loads, 0, 0, 0}, {0, publishes_prefix, 0, 0, 3}, {1, finds_prefix, 0, 0, 3}};
    const Execution run = drawn(trace);
    EXPECT_EQ(run.rows[2].name, "1");
    EXPECT_EQ(run.rows[3].name, "2");
}

// A broken kernel may leave a trace that lacks events, even all of them.
TEST(TracedRun, AnIncompleteTraceIsDrawnAndSaysSo) {
    KernelTrace trace = test::handmade_trace();
    trace.events.erase(trace.events.begin(), trace.events.begin() + 13);
    trace.left_out = 13;
    EXPECT_EQ(
        drawn(trace).frames.back().sentence,
        "Each tile holds the result up to its end. 13 more events are left out: the trace had no room for "
        "them.");
    trace.events.clear();
    EXPECT_EQ(drawn(trace).frames.size(), 2u);
}

TEST(TraceTask, ATileHasItsValueAndIdentities) {
    const KernelTask task = trace_task_of(look_back(), {.values = {5, -2}, .op = Operator::multiply});
    EXPECT_EQ(task.kernel, "look_back");
    EXPECT_EQ(task.threads, shared::LAB_THREADS);
    ASSERT_EQ(task.values.size(), 2 * shared::LAB_THREADS);
    EXPECT_EQ(task.values[0], 5);
    EXPECT_EQ(task.values[1], 1);
    EXPECT_EQ(task.values[shared::LAB_THREADS], -2);
    ASSERT_EQ(passes_of(task).size(), 1u);
    EXPECT_EQ(passes_of(task)[0].blocks, 2u);
}

TEST(TraceTask, OtherLessonsAndPairsHaveNoTrace) {
    expect_bad("chained has no kernel that leaves a trace; look-back has",
               [] { trace_task_of(lesson_named("chained"), {.values = {1}}); });
    expect_bad("work on single words", [] {
        trace_task_of(look_back(), {.values = {{1, 2}}, .op = Operator::affine});
    });
}

TEST(TraceOf, EventsWithoutRoomOrSenseAreCounted) {
    const KernelTask task = trace_task_of(look_back(), test::traced_parameters());
    const auto history = std::make_unique<shared::LabHistory>();
    history->count = 5;
    history->events[0] = {2, shared::LAB_WAITS, 1, 9, 8, 0, 0, 0};
    history->events[1] = {3, shared::LAB_WAITS, 1, 9, 8, 0, 0, 0};  // there is no tile 3
    history->events[2] = {2, shared::LAB_WAITS, 3, 9, 8, 0, 0, 0};
    history->events[3] = {2, shared::LAB_ENDS + 1, 1, 9, 8, 0, 0, 0};
    const KernelTrace trace = trace_of(task, *history, {});
    ASSERT_EQ(trace.events.size(), 1u);
    EXPECT_EQ(trace.events[0].tile, 2u);
    EXPECT_EQ(trace.events[0].action, TileAction::waits);
    EXPECT_EQ(trace.events[0].at, 1u);
    EXPECT_EQ(trace.events[0].looks, 9u);
    EXPECT_EQ(trace.events[0].value, 8);
    EXPECT_EQ(trace.left_out, 4u) << "three that make no sense, and one that is not there";
    history->count = shared::LAB_EVENTS + 10;
    EXPECT_EQ(trace_of(task, *history, {}).left_out, shared::LAB_EVENTS + 9);
}

}  // namespace
}  // namespace winnow::lab
