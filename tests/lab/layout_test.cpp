// Ranges of inputs, the layout by depth, and idle lanes.
#include "lab/network_view.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "lab/lesson.h"

namespace winnow::lab {
namespace {

Execution run_of(std::string_view id, std::uint32_t count, Operator op = Operator::add) {
    const Lesson& lesson = lesson_named(id);
    return execute(lesson, {example_values(lesson, count), op});
}

std::string range_at(const Execution& run, std::uint32_t row, std::uint32_t lane) {
    return range_text(run.parameters.op, run.rows[row].cells[lane]);
}

TEST(Ranges, AreLabelledAsInTheSources) {
    const Execution run = run_of("brent-kung", 8);
    EXPECT_EQ(range_at(run, 0, 3), "x₃");
    EXPECT_EQ(range_at(run, 2, 3), "Σ x₀..x₃");
    EXPECT_EQ(range_at(run, 2, 7), "Σ x₄..x₇");
    EXPECT_EQ(range_at(run_of("brent-kung", 16), 4, 15), "Σ x₀..x₁₅");
    const Execution maxima = run_of("brent-kung", 8, Operator::max);
    EXPECT_EQ(range_at(maxima, 0, 3), "x[3]");
    EXPECT_EQ(range_at(maxima, 2, 3), "x[0..3]");
}

// A cell that has a range holds just what one processor makes of these inputs.
TEST(Ranges, AreWhatTheCellsHold) {
    std::size_t seen = 0;
    for (const Lesson& lesson : lessons()) {
        if (!lesson.takes_values || lesson.result == Result::survivors) continue;
        const Execution run = run_of(lesson.id, 8);
        for (const Row& row : run.rows)
            for (const Cell& cell : row.cells) {
                if (!cell.range || cell.range->is_empty() || !cell.value) continue;
                const Words& values = run.parameters.values;
                EXPECT_EQ(*cell.value,
                          fold(Operator::add, std::span(values).subspan(cell.range->first,
                                                                        cell.range->end - cell.range->first))
                              .back())
                    << lesson.id << ' ' << row.name;
                ++seen;
            }
    }
    EXPECT_GT(seen, 300u);
}

TEST(Ranges, OfAScanAreAllInputsUpToTheElement) {
    for (const std::string_view id :
         {"sequential", "kogge-stone", "brent-kung", "three-phase", "hierarchical", "chained", "divide",
          "coarsened-tree", "coarsening", "quadratic", "tree-per-output"}) {
        const Execution run = run_of(id, 8);
        for (std::uint32_t lane = 0; lane < 8; ++lane)
            EXPECT_EQ(run.rows[run.result_row].cells[lane].range, (InputRange{0, lane + 1}))
                << id << ' ' << lane;
    }
    for (const std::string_view id : {"sequential-exclusive", "blelloch"}) {
        const Execution exclusive = run_of(id, 8);
        for (std::uint32_t lane = 0; lane < 8; ++lane)
            EXPECT_EQ(exclusive.rows[exclusive.result_row].cells[lane].range->end, lane) << id;
    }
}

TEST(Ranges, AreUnknownWhereInputsAreNotNeighboursInOrder) {
    const Execution race = run_of("kogge-stone-race", 8);
    EXPECT_EQ(range_at(race, 2, 4), "Σ x₂..x₄") << "one input too many";
    EXPECT_EQ(range_at(race, 4, 4), "") << "some inputs twice";
    EXPECT_FALSE(run_of("reduction-sequential", 16).rows[1].cells[0].range) << "x[0] and x[8]";
}

TEST(Depth, OfBrentKungIsOneLessThanItsSteps) {
    const Execution run = run_of("brent-kung", 16);
    const Depths depths = depths_of(run);
    const auto depth_in_the_end = [&](std::uint32_t lane) {
        return *depths[origin(depths, {run.result_row, lane})][lane];
    };
    EXPECT_EQ(depth_in_the_end(15), 4u);
    EXPECT_EQ(depth_in_the_end(11), 4u) << "the source's figure draws 15 and 11 side by side";
    EXPECT_EQ(depth_in_the_end(14), 6u);
    std::uint32_t deepest = 0;
    for (std::uint32_t lane = 0; lane < 16; ++lane) deepest = std::max(deepest, depth_in_the_end(lane));
    EXPECT_EQ(deepest, 6u);
    EXPECT_EQ(run.frames.back().counts.steps, 7u);
}

TEST(Depth, NoElementLiesAboveWhatItWasMadeFrom) {
    for (const Lesson& lesson : lessons()) {
        const Execution run = execute(lesson, {lesson.example});
        if (!is_one_array(run)) continue;
        const Depths depths = depths_of(run);
        for (const Frame& frame : run.frames)
            for (const Link& link : frame.links)
                EXPECT_LT(*depths[origin(depths, link.from)][link.from.lane],
                          *depths[link.to.row][link.to.lane])
                    << lesson.id;
    }
    EXPECT_FALSE(is_one_array(run_of("hierarchical", 16)));
    EXPECT_FALSE(is_one_array(run_of("look-back", 8)));
}

TEST(NetworkOptions, DrawRangesBesideTheValues) {
    const Lesson& lesson = lesson_named("kogge-stone");
    const Execution run = run_of("kogge-stone", 8);
    const auto has_box = [](const Drawing& drawing, std::string_view text) {
        return std::any_of(drawing.boxes.begin(), drawing.boxes.end(),
                           [&](const Box& box) { return box.text == text; });
    };
    const Drawing values = draw_network(lesson, run),
                  ranges = draw_network(lesson, run, {.show = Show::ranges}),
                  both = draw_network(lesson, run, {.show = Show::both});
    EXPECT_TRUE(has_box(values, "25") && !has_box(values, "Σ x₀..x₇"));
    EXPECT_TRUE(!has_box(ranges, "25") && has_box(ranges, "Σ x₀..x₇"));
    EXPECT_TRUE(has_box(both, "25") && has_box(both, "Σ x₀..x₇"));
}

TEST(NetworkOptions, HatchOnlyLanesThatAStepLeavesAlone) {
    const Execution run = run_of("brent-kung", 8);
    const Drawing drawing = draw_network(lesson_named("brent-kung"), run, {.hatches_idle = true});
    const auto count = [&](BoxStyle style) {
        return std::count_if(drawing.boxes.begin(), drawing.boxes.end(),
                             [&](const Box& box) { return box.style == style; });
    };
    EXPECT_EQ(count(BoxStyle::idle), 5 * 8 - 11) << "eleven operations in five steps";
    EXPECT_EQ(count(BoxStyle::kept), 0);
}

TEST(NetworkOptions, ByDepthEveryElementIsDrawnOnceForEachTimeItIsMade) {
    const Execution run = run_of("brent-kung", 16);
    const Drawing drawing = draw_network(lesson_named("brent-kung"), run, {.layout = Layout::depth});
    const auto shown = std::count_if(drawing.boxes.begin(), drawing.boxes.end(), [&](const Box& box) {
        return box.frames.have(drawing.whole_run()) && box.style != BoxStyle::highlight;
    });
    EXPECT_EQ(shown, 16 + 26) << "inputs and operations";
}

}  // namespace
}  // namespace winnow::lab
