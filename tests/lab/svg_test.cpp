// Drawings and their SVG: golden files of all lessons, and what every drawing must keep.
#include "lab/svg.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "lab/network_view.h"
#include "lab/notes.h"
#include "lab/traced_run.h"
#include "support/handmade_trace.h"
#include "support/places.h"
#include "support/temporary_directory.h"

namespace winnow::lab {
namespace {

Drawing drawing_of(std::string_view id) {
    const Lesson& lesson = lesson_named(id);
    return draw_network(lesson, execute(lesson, {lesson.example}));
}

/// Compares with tests/lab/golden/NAME. A drawing that differs, or has no golden file, is kept in the tests'
/// output folder, from where it can be copied into the folder of golden files once someone has looked at it.
void expect_golden(const std::string& svg, const std::string& name) {
    const auto golden = test::source("tests/lab/golden") / name;
    const bool exists = std::filesystem::exists(golden);
    if (exists && svg == test::text_of(golden)) return;
    const auto kept = test::output_folder() / name;
    std::ofstream(kept) << svg;
    ADD_FAILURE() << (exists ? "the drawing differs from " : "there is no ") << golden << "; the new one is "
                  << kept << ", to be copied there once someone has looked at it";
}

std::size_t count_of(const std::string& text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

TEST(Svg, GoldenOfEveryLesson) {
    for (const Lesson& lesson : lessons())
        expect_golden(svg_of(drawing_of(lesson.id)), std::string(lesson.id) + ".svg");
}

TEST(Svg, GoldenRaceAtItsFirstStaleRead) {
    expect_golden(svg_of(drawing_of("kogge-stone-race"), 2), "kogge-stone-race-2.svg");
}

TEST(Svg, GoldenRunOfAKernel) {
    const Lesson& lesson = lesson_named("look-back");
    const Execution run =
        traced_run(lesson, test::traced_parameters(), test::handmade_trace(), "A device", "GLSL");
    expect_golden(svg_of(draw_network(traced_lesson(lesson), run)), "look-back-traced.svg");
}

TEST(Svg, TextIsEscaped) {
    Drawing drawing;
    drawing.size = {100, 100};
    drawing.title = "a < b & c > d";
    drawing.descriptions = {""};
    drawing.labels.push_back({{1, 2}, "<text>", LabelStyle::note, Anchor::start});
    const std::string svg = svg_of(drawing);
    EXPECT_NE(svg.find("<title>a &lt; b &amp; c &gt; d</title>"), std::string::npos);
    EXPECT_NE(svg.find(">&lt;text&gt;</text>"), std::string::npos);
}

TEST(Svg, StandsAloneAndIsNamed) {
    for (const Lesson& lesson : lessons()) {
        const std::string svg = svg_of(drawing_of(lesson.id));
        EXPECT_EQ(count_of(svg, "http"), 1u) << "only the namespace";
        EXPECT_NE(svg.find("role=\"img\""), std::string::npos);
        EXPECT_EQ(count_of(svg, "<title>"), 1u);
        EXPECT_EQ(count_of(svg, "<desc>"), 1u);
        EXPECT_EQ(count_of(svg, "<g "), count_of(svg, "</g>"));
        EXPECT_EQ(svg.find("nan"), std::string::npos);
        EXPECT_LT(svg.size(), std::size_t{48} << 10) << lesson.id;
    }
}

TEST(Svg, AllFramesArePaintedOnceAndSayWhenTheyAreShown) {
    Drawing drawing;
    drawing.size = {100, 100};
    drawing.body_top = 20, drawing.body_bottom = 80;
    drawing.title = "\"quoted\"";
    drawing.descriptions = {"", "", "", ""};
    const auto add = [&](const char* text, Frames frames) {
        drawing.boxes.push_back({{0, 30}, {40, 20}, BoxStyle::computed, text, frames});
    };
    add("always", {});
    add("from 1", {1});
    add("too", {1});
    add("until 2", {0, 2});
    add("only 2", {2, 2});
    drawing.labels.push_back({{1, 10}, "head"});
    drawing.labels.push_back({{1, 30}, "body", LabelStyle::row, Anchor::start, {1, 2}});
    drawing.labels.push_back({{1, 90}, "note"});
    const std::string svg = svg_of_all_frames(drawing);
    EXPECT_NE(svg.find("aria-label=\"&quot;quoted&quot;\" viewBox=\"0 20 100 60\""), std::string::npos);
    EXPECT_EQ(count_of(svg, "<g class=\"box computed\">"), 1u);
    EXPECT_EQ(count_of(svg, "<g class=\"box computed\" data-first=\"1\">"), 1u);
    EXPECT_EQ(count_of(svg, "<g class=\"box computed\" data-last=\"2\">"), 1u);
    EXPECT_EQ(count_of(svg, "<g class=\"box computed\" data-first=\"2\" data-last=\"2\">"), 1u);
    EXPECT_EQ(count_of(svg, "<g "), 4u) << "boxes of the same frames share a group";
    EXPECT_EQ(count_of(svg, " data-first=\"1\" data-last=\"2\">body</text>"), 1u);
    EXPECT_EQ(svg.find("head"), std::string::npos);
    EXPECT_EQ(svg.find("note"), std::string::npos);
}

TEST(NetworkView, HeadAndNotesLieOutsideTheBody) {
    for (const Lesson& lesson : lessons()) {
        const Drawing drawing = drawing_of(lesson.id);
        for (const Label& label : drawing.labels) {
            const bool is_in_body = drawing.body_top < label.at.y && label.at.y < drawing.body_bottom;
            EXPECT_EQ(is_in_body, label.style == LabelStyle::row || label.style == LabelStyle::index)
                << label.text;
        }
        for (const Box& box : drawing.boxes) {
            EXPECT_GE(box.corner.y, drawing.body_top);
            EXPECT_LE(box.corner.y + box.size.y, drawing.body_bottom);
        }
    }
}

TEST(NetworkView, NotesNameTheCountersTheFormulasAndTheSource) {
    const Lesson& lesson = lesson_named("brent-kung");
    const Execution run = execute(lesson, {lesson.example});
    EXPECT_EQ(counters_text(run, 1), "4 operations, 1 step, 1 barrier so far");
    EXPECT_EQ(counters_text(run, run.frames.size() - 1), "11 operations, 5 steps, 6 barriers");
    const auto lines = notes(lesson, run);
    ASSERT_EQ(lines.size(), 5u);
    EXPECT_EQ(lines[0], "By the formulas for N = 8: operations 2N − 2 − log₂ N = 11; steps 2 log₂ N − 1 = 5");
    EXPECT_TRUE(lines[1].starts_with("Erratum: N (1 − 1/N) = 7 is given for operations."));
    EXPECT_TRUE(lines[2].starts_with("Erratum: The kernel of Parallelizing sequential algorithms on GPU"));
    EXPECT_TRUE(lines[3].starts_with("Winnow's own Brent-Kung scan"));
    EXPECT_TRUE(lines[4].ends_with("Ground: teaching kernel."));
    const Execution threads_not_a_power = execute(lesson_named("three-phase"), {{1, 2, 3}, Operator::add, 3});
    for (const std::string& line : notes(lesson_named("three-phase"), threads_not_a_power))
        EXPECT_FALSE(line.starts_with("By the formulas")) << "they are for powers of two";
    EXPECT_EQ(notes(lesson, execute(lesson, {{1}})).size(), 3u) << "one value needs no formula";
}

// The last element of each block lies above its sum in S, and is also combined into the result below S.
TEST(NetworkView, ArrowsGoRoundCellsThatTheyHaveNothingToDoWith) {
    const Drawing drawing = drawing_of("hierarchical");
    std::size_t bent = 0;
    for (const Arrow& arrow : drawing.arrows)
        if (arrow.style != ArrowStyle::lane && !arrow.has_head) ++bent;
    EXPECT_EQ(bent, 2u * 4) << "two parts before the head, for each of four blocks";
}

TEST(NetworkView, RowsAfterTheFrameAreEmpty) {
    const Drawing drawing = drawing_of("kogge-stone");
    std::size_t to_come = 0;
    for (const Box& box : drawing.boxes) {
        if (box.style != BoxStyle::to_come || !box.frames.have(0)) continue;
        ++to_come;
        EXPECT_TRUE(box.text.empty());
    }
    EXPECT_EQ(to_come, 3u * 8);
}

TEST(NetworkView, BoxesAndArrowsLieInTheDrawing) {
    const Lesson& lesson = lesson_named("kogge-stone");
    const Drawing drawing =
        draw_network(lesson, execute(lesson, {{-2147483647 - 1, 2147483647, 5}, Operator::multiply}));
    for (const Box& box : drawing.boxes) {
        EXPECT_GE(box.corner.x, 0);
        EXPECT_LE(box.corner.x + box.size.x, drawing.size.x);
        EXPECT_LE(box.corner.y + box.size.y, drawing.size.y);
    }
    for (const Arrow& arrow : drawing.arrows) EXPECT_LT(arrow.from.y, arrow.to.y + 1);
}

}  // namespace
}  // namespace winnow::lab
