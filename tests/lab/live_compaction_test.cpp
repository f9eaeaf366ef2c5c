// The compaction of living particles as rows and arrows.
#include "lab/live_compaction.h"

#include <gtest/gtest.h>
#include <utility>

#include <algorithm>

#include "lab/network_view.h"

namespace winnow::lab {
namespace {

const std::vector<LiveParticle> before{{1, 0, 5}, {1, 1, 0}, {1, 2, 7}, {2, 0, 0}, {2, 1, 9}};
const std::vector<LiveParticle> after{{1, 0, 5}, {1, 2, 7}, {2, 1, 9}, {3, 0, 20}};

std::vector<std::int32_t> words(const Row& row) {
    std::vector<std::int32_t> values;
    for (const Cell& cell : row.cells)
        if (cell.value) values.push_back(cell.value->value);
    return values;
}

bool has_wrong_cells(const Execution& run) {
    return std::ranges::any_of(run.rows[run.result_row].cells, &Cell::wrong);
}

using Values = std::vector<std::int32_t>;

TEST(LiveCompaction, ShowsVotesOffsetsAndSurvivors) {
    const Execution run = live_compaction(before, after);
    ASSERT_EQ(run.rows.size(), 4u);
    EXPECT_EQ(words(run.rows[0]), (Values{5, 0, 7, 0, 9}));
    EXPECT_EQ(words(run.rows[1]), (Values{1, 0, 1, 0, 1}));
    EXPECT_EQ(words(run.rows[2]), (Values{0, 1, 1, 2, 2}));
    EXPECT_EQ(words(run.rows[3]), (Values{5, 7, 9}));
    EXPECT_FALSE(has_wrong_cells(run));
    EXPECT_EQ(draw_network(live_compaction_lesson(), run).whole_run(), 4u);
}

TEST(LiveCompaction, EveryCellTellsOfAParticle) {
    const Drawing drawing = draw_network(live_compaction_lesson(), live_compaction(before, after));
    const auto texts_of = [&](std::uint32_t particle) {
        std::vector<std::string> texts;
        for (const Box& box : drawing.boxes)
            if (box.owner == particle) texts.push_back(box.text);
        return texts;
    };
    EXPECT_EQ(texts_of(4), (std::vector<std::string>{"9", "1", "2", "9"})) << "its last cell is in lane 2";
    EXPECT_EQ(texts_of(1), (std::vector<std::string>{"0", "0", "1"})) << "it died";
    for (const Box& box : drawing.boxes) EXPECT_EQ(box.owner.has_value(), !box.text.empty()) << box.text;
}

TEST(LiveCompaction, MarksASurvivorThatLiesElsewhere) {
    auto swapped = after;
    std::swap(swapped[0], swapped[1]);
    for (LiveParticle& one : swapped) one.steps_left = 1;  // alike but for their names
    EXPECT_TRUE(has_wrong_cells(live_compaction(before, swapped)));
}

TEST(LiveCompaction, AllMayDieAndThereMayBeNone) {
    EXPECT_EQ(words(live_compaction(before, {}).rows[1]), (Values{0, 0, 0, 0, 0}));
    const Execution none = live_compaction({}, after);
    EXPECT_EQ(none.frames.size(), 1u);
    EXPECT_EQ(draw_network(live_compaction_lesson(), none).whole_run(), 1u);
    EXPECT_EQ(words(live_compaction({{before.front()}}, after).rows[3]), (Values{5}));
}

}  // namespace
}  // namespace winnow::lab
