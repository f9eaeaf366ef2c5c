// Every lesson against the sequential fold, and the sources' worked examples, row by row.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <functional>

#include "lab/runs.h"

namespace winnow::lab {
namespace {

/// Calls f for every lesson with sizes that it can have, and its parameters.
template <typename F>
void for_lessons(Operator op, F&& f) {
    for (const Lesson& lesson : lessons())
        for (const std::uint32_t count : {1, 2, 3, 4, 5, 7, 8, 9, 16, 31, 33, 64}) {
            if (!lesson.takes_values || count < lesson.fewest_values ||
                (lesson.own_op && op != *lesson.own_op))
                continue;
            for (const std::uint32_t threads : {1u, 3u, 4u}) {
                SCOPED_TRACE(
                    fmt::format("{}, {} of {}, {} threads", lesson.id, facts(op).name, count, threads));
                f(lesson, Parameters{some_values(lesson, op, count), op, threads});
                if (!lesson.has_threads) break;
            }
        }
}

template <typename F>
void for_all_operators(F&& f) {
    for (const OperatorFacts& op : operators()) for_lessons(op.op, f);
}

TEST(Lesson, GivesTheSequentialFoldForEveryAssociativeOperator) {
    for (const OperatorFacts& op : operators()) {
        if (!op.associative) continue;
        for_lessons(op.op, [&](const Lesson& lesson, const Parameters& parameters) {
            if (!lesson.goes_wrong_because.empty() || (!lesson.keeps_order && !op.commutative)) return;
            const Execution run = execute(lesson, parameters);
            const Words expected = expected_result(lesson, parameters);
            EXPECT_EQ(result_of(run, expected.size()), expected);
            EXPECT_TRUE(wrong_lanes(run).empty());
            EXPECT_FALSE(is_compared(run));
        });
    }
}

// Every difference is marked and no more than those, whatever goes wrong.
TEST(Lesson, MarksExactlyTheElementsThatDifferFromTheSequentialFold) {
    for (const OperatorFacts& op : operators())
        for_lessons(op.op, [&](const Lesson& lesson, const Parameters& parameters) {
            const Execution run = execute(lesson, parameters);
            const Words expected = expected_result(lesson, parameters);
            const auto& result = run.rows[run.result_row].cells;
            std::vector<std::uint32_t> differing;
            for (std::uint32_t i = 0; i < expected.size(); ++i)
                if (result[i].value != expected[i]) differing.push_back(i);
            EXPECT_EQ(wrong_lanes(run), differing);
            EXPECT_EQ(is_compared(run), !differing.empty());
        });
}

TEST(Lesson, AnOperatorThatIsNotAssociativeGoesWrong) {
    const Execution run = run_example("kogge-stone", Operator::subtract);
    EXPECT_EQ(wrong_lanes(run), (std::vector<std::uint32_t>{2, 4, 5, 6, 7}));
    EXPECT_NE(run.frames.back().sentence.find("elements 2 and 4 to 7, because subtract is not associative"),
              std::string::npos)
        << run.frames.back().sentence;
    EXPECT_EQ(row(run, run.result_row + 1), (Words{3, 2, -5, -5, -9, -10, -16, -19}));
}

TEST(Lesson, TheSequentialScanIsTheDefinitionForEveryOperator) {
    EXPECT_FALSE(is_compared(run_example("sequential", Operator::subtract)));
}

TEST(Lesson, ATreeThatChangesTheOrderNeedsACommutativeOperator) {
    const Execution run = execute(lesson_named("reduction-sequential"), {{1, 2, 3, 0}, Operator::last});
    EXPECT_EQ(row(run, run.result_row).front(), 2);
    EXPECT_NE(run.frames.back().sentence.find("last is not commutative"), std::string::npos);
}

TEST(Lesson, SumsWrapAround) {
    const Execution run = execute(lesson_named("kogge-stone"), {{2147483647, 1}});
    EXPECT_EQ(row(run, 1), (Words{2147483647, -2147483647 - 1}));
    EXPECT_FALSE(is_compared(run));
}

TEST(Lesson, EachFrameSaysAWholeSentence) {
    for_all_operators([](const Lesson& lesson, const Parameters& parameters) {
        for (const Frame& frame : execute(lesson, parameters).frames) {
            EXPECT_FALSE(frame.title.empty());
            EXPECT_TRUE(frame.sentence.ends_with('.')) << frame.sentence;
            EXPECT_LT(frame.first_row, frame.rows_end);
        }
    });
}

TEST(Lesson, ALinkEndsInItsFrameAndReadsWhatWasWrittenBefore) {
    for_all_operators([](const Lesson& lesson, const Parameters& parameters) {
        for (const Frame& frame : execute(lesson, parameters).frames)
            for (const Link& link : frame.links) {
                EXPECT_TRUE(link.to.row >= frame.first_row && link.to.row < frame.rows_end);
                EXPECT_TRUE(link.from.row < link.to.row ||
                            (link.from.row == link.to.row && link.from.lane < link.to.lane));
            }
    });
}

// --- padding and refusals ---------------------------------------------------------------------------------

TEST(Lesson, WhatIsNotAPowerOfTwoIsPaddedWithTheIdentity) {
    const Execution run = execute(lesson_named("brent-kung"), {{5, 6, 7}, Operator::multiply});
    EXPECT_EQ(run.width, 4u);
    EXPECT_EQ(row(run, 0), (Words{5, 6, 7, 1}));
    EXPECT_EQ(run.rows[0].cells[3].mark, Mark::padding);
    EXPECT_NE(run.frames[0].sentence.find("one copy of 1, the identity, makes up 4 elements"),
              std::string::npos)
        << run.frames[0].sentence;
    EXPECT_EQ(execute(lesson_named("three-phase"), {{1, 2, 3, 4, 5}}).width, 8u);
    EXPECT_EQ(execute(lesson_named("kogge-stone"), {{1, 2, 3}}).width, 3u);
}

TEST(Lesson, TooFewValuesAreRefused) {
    for (const Lesson& lesson : lessons())
        if (lesson.takes_values) expect_bad("needs at least", [&] { execute(lesson, {}); });
    expect_bad("kogge-stone-race needs at least 2 values, not 1",
               [] { execute(lesson_named("kogge-stone-race"), {{1}}); });
}

TEST(Lesson, UnknownNamesAreRefusedWithTheNearest) {
    expect_bad("did you mean brent-kung?", [] { lesson_named("brent-king"); });
    expect_bad("did you mean subtract?", [] { operator_named("--op", "substract"); });
}

TEST(Lesson, AnOperatorOfItsOwnIsUsedWhateverIsChosen) {
    const Execution run = run_example("vote-scan-compact", Operator::max);
    EXPECT_EQ(run.parameters.op, Operator::add);
    EXPECT_EQ(row(run, 2), (Words{0, 1, 1, 2, 2, 3, 4, 4}));
}

// --- worked examples --------------------------------------------------------------------------------------

const Words eight_inclusive{3, 4, 11, 11, 15, 16, 22, 25}, eight_exclusive{0, 3, 4, 11, 11, 15, 16, 22};

TEST(WorkedExample, TheNotesScanOfEightBothWays) {
    for (const std::string_view id :
         {"sequential", "kogge-stone", "kogge-stone-double-buffered", "brent-kung"})
        EXPECT_EQ(result_of(run_example(id), 8), eight_inclusive) << id;
    for (const std::string_view id : {"kogge-stone-exclusive", "blelloch"})
        EXPECT_EQ(result_of(run_example(id), 8), eight_exclusive) << id;
}

TEST(WorkedExample, KoggeStoneOfEightAtEveryStep) {
    const Execution run = run_example("kogge-stone");
    EXPECT_EQ(row(run, 1), (Words{3, 4, 8, 7, 4, 5, 7, 9}));
    EXPECT_EQ(row(run, 2), (Words{3, 4, 11, 11, 12, 12, 11, 14}));
    EXPECT_EQ(row(run, 3), eight_inclusive);
}

TEST(WorkedExample, BlellochOfEightAtEveryStep) {
    const Execution run = run_example("blelloch");
    EXPECT_EQ(row(run, 3), (Words{3, 4, 7, 11, 4, 5, 6, 25}));
    EXPECT_EQ(row(run, 4), (Words{3, 4, 7, 11, 4, 5, 6, 0}));
    EXPECT_EQ(row(run, 5), (Words{3, 4, 7, 0, 4, 5, 6, 11}));
    EXPECT_EQ(row(run, 6), (Words{3, 0, 7, 4, 4, 11, 6, 16}));
    EXPECT_EQ(row(run, 7), eight_exclusive);
}

// Two articles print 7 for the 8 of the last block, and therefore 58 for 59.
TEST(WorkedExample, SixteenInFourBlocks) {
    const Execution run = run_example("three-phase");
    EXPECT_EQ(row(run, 3), (Words{2, 3, 8, 16, 9, 9, 13, 19, 3, 7, 12, 16, 1, 8, 15, 17}));
    EXPECT_EQ(row(run, 5), (Words{2, 3, 8, 16, 9, 9, 13, 35, 3, 7, 12, 51, 1, 8, 15, 68}));
    EXPECT_EQ(row(run, 6), (Words{2, 3, 8, 16, 25, 25, 29, 35, 38, 42, 47, 51, 52, 59, 66, 68}));
}

TEST(WorkedExample, SixteenInFourBlocksWithAnArrayOfSums) {
    const Execution run = run_example("hierarchical");
    EXPECT_EQ(row(run, 2), (Words{2, 3, 8, 16, 9, 9, 13, 19, 3, 7, 12, 16, 1, 8, 15, 17}));
    EXPECT_EQ(row(run, 3), (Words{16, 19, 16, 17}));
    EXPECT_EQ(row(run, 5), (Words{16, 35, 51, 68}));
    EXPECT_EQ(row(run, 6), (Words{2, 3, 8, 16, 25, 25, 29, 35, 38, 42, 47, 51, 52, 59, 66, 68}));
}

// The slides divide 1 to 9 among three processors.
TEST(WorkedExample, NineOnThreeProcessors) {
    const Execution run =
        execute(lesson_named("three-phase"), {{1, 2, 3, 4, 5, 6, 7, 8, 9}, Operator::add, 3});
    EXPECT_EQ(row(run, 2), (Words{1, 3, 6, 4, 9, 15, 7, 15, 24}));
    EXPECT_EQ(row(run, 4), (Words{1, 3, 6, 4, 9, 21, 7, 15, 45}));
    EXPECT_EQ(row(run, 5), (Words{1, 3, 6, 10, 15, 21, 28, 36, 45}));
}

// 4 threads execute 8 nodes in two rounds; the array is complete, and in memory, after the second.
TEST(WorkedExample, AThreadExecutesSeveralNodesOfTheTree) {
    const Execution run = run_example("coarsened-tree");
    EXPECT_EQ(row(run, 1), (Words{2, 3, 5, 13, 9, 9, 4, 10, 3, 4, 5, 4, 1, 7, 7, 2}));
    EXPECT_EQ(row(run, 2), (Words{2, 3, 5, 13, 9, 9, 4, 10, 3, 7, 5, 9, 1, 8, 7, 9}));
    EXPECT_FALSE(run.rows[1].in_memory);
    EXPECT_TRUE(run.rows[2].in_memory);
    EXPECT_EQ(run.frames[1].rows_end - run.frames[1].first_row, 2u) << "one step";
    EXPECT_NE(run.frames[1].sentence.find("thread 0 writes element 1 first and element 9 next, 2 elements"),
              std::string::npos)
        << run.frames[1].sentence;
    const Execution brent_kung = execute(lesson_named("brent-kung"), {run.parameters.values});
    ASSERT_EQ(run.frames.size(), brent_kung.frames.size()) << "no step more or less";
    for (std::size_t frame = 0; frame < run.frames.size(); ++frame)
        EXPECT_EQ(row(run, run.frames[frame].rows_end - 1),
                  row(brent_kung, brent_kung.frames[frame].rows_end - 1));
}

TEST(WorkedExample, ARoundWritesNoMoreElementsThanThereAreThreads) {
    for (const std::uint32_t threads : {1u, 3u, 4u, 17u, 64u}) {
        const Execution run =
            execute(lesson_named("coarsened-tree"), {Words(64, Word{1}), Operator::add, threads});
        std::uint32_t most = 0;
        for (std::size_t r = 1; r < run.rows.size(); ++r) {
            const auto written = static_cast<std::uint32_t>(
                std::ranges::count(run.rows[r].cells, Mark::computed, &Cell::mark));
            EXPECT_LE(written, threads) << run.rows[r].name;
            most = std::max(most, written);
        }
        EXPECT_EQ(most, std::min(threads, 32u));
    }
}

// The article's loop keeps what the sum was before an element in that element's place.
TEST(WorkedExample, TheExclusiveLoopOverwritesItsInput) {
    const Execution run = run_example("sequential-exclusive");
    EXPECT_EQ(row(run, 1), (Words{0, 1, 7, 0, 4, 1, 6, 3}));
    EXPECT_EQ(row(run, 3), (Words{0, 3, 4, 0, 4, 1, 6, 3}));
    EXPECT_EQ(row(run, 8), eight_exclusive);
    EXPECT_EQ(run.frames[3].sentence,
              "temp keeps 4, the sum of all values before x[2]; x[2] joins it in sum, which is 11 now; then "
              "temp takes the place of x[2].");
    const Execution wrong = run_example("sequential-exclusive", Operator::subtract);
    EXPECT_NE(wrong.frames.back().sentence.find("because subtract has no identity on the left"),
              std::string::npos)
        << wrong.frames.back().sentence;
}

TEST(WorkedExample, BothTreesOfSixteenEndAtFortyOne) {
    EXPECT_EQ(row(run_example("reduction-interleaved"), 1),
              (Words{11, 1, 7, -1, -2, -2, 8, 5, -5, -3, 9, 7, 11, 11, 2, 2}));
    const Execution folded = run_example("reduction-sequential");
    const Words first = row(folded, 1);
    EXPECT_EQ(Words(first.begin(), first.begin() + 8), (Words{8, -2, 10, 6, 0, 9, 3, 7}));
    for (const std::string_view id : {"reduction-interleaved", "reduction-sequential"})
        EXPECT_EQ(result_of(run_example(id), 1), Words{41}) << id;
}

TEST(WorkedExample, SurvivorsLieSideBySide) {
    const Execution run = run_example("vote-scan-compact");
    EXPECT_EQ(row(run, 1), (Words{1, 0, 1, 0, 1, 1, 0, 1}));
    EXPECT_EQ(row(run, 2), (Words{0, 1, 1, 2, 2, 3, 4, 4}));
    EXPECT_EQ(result_of(run, 5), (Words{3, 7, 4, 1, 6}));
    EXPECT_FALSE(run.rows[run.result_row].cells[5].value);
}

// In the first step the second warp reads element 3 after the first warp has changed it from 0 to 7.
TEST(WorkedExample, TheRaceReadsWhatAnotherWarpHasChanged) {
    const Execution run = run_example("kogge-stone-race");
    const Frame& second_warp = run.frames[2];
    const auto stale = std::count_if(second_warp.links.begin(), second_warp.links.end(),
                                     [](const Link& link) { return link.kind == LinkKind::stale; });
    EXPECT_EQ(stale, 1);
    EXPECT_EQ(row(run, 2), (Words{3, 4, 8, 7, 11, 5, 7, 9}));
    EXPECT_TRUE(run.rows[2].cells[4].wrong);
    EXPECT_EQ(wrong_lanes(run), (std::vector<std::uint32_t>{4, 5, 6}));
}

TEST(WorkedExample, OneWarpCannotRace) {
    EXPECT_FALSE(is_compared(execute(lesson_named("kogge-stone-race"), {{3, 1, 7, 1}})));
}

}  // namespace
}  // namespace winnow::lab
