// Drawings and their SVG: golden files of four, and what every drawing must show of its lesson's run.
#include "lab/svg.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lab/lesson_text.h"
#include "lab/network_view.h"
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

TEST(Svg, GoldenOfLessons) {
    for (const std::string name : {"brent-kung", "quicksort"})
        expect_golden(svg_of(drawing_of(name)), name + ".svg");
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

struct SeenBox {
    float x = 0, y = 0, width = 0, height = 0;
    std::string style{}, text{};
    std::size_t tips = 0;  // of arrows that point to it
};

/// The parts of an SVG that its reader sees.
struct Seen {
    std::vector<SeenBox> boxes;                // row by row, each from the left
    std::map<std::string, std::size_t> lines;  // of arrows, by their style
    std::size_t tips = 0;
    std::string words;  // of all labels, in order

    std::size_t boxes_of(std::string_view style) const {
        return static_cast<std::size_t>(std::ranges::count(boxes, style, &SeenBox::style));
    }
};

float number_in(const std::string& element, const std::string& attribute) {
    const std::string begin = " " + attribute + "=\"";
    return std::strtof(element.c_str() + element.find(begin) + begin.size(), nullptr);
}

/// Counts the tip for the box whose upper or left edge it touches.
void add_tip(Seen& seen, float x, float y) {
    constexpr float near = 0.2F, gap = 2;
    ++seen.tips;
    for (SeenBox& box : seen.boxes) {
        const bool is_above = std::abs(y + gap - box.y) < near && box.x <= x && x <= box.x + box.width;
        const bool is_left = std::abs(x - box.x) < near && box.y <= y && y <= box.y + box.height;
        if (is_above || is_left) ++box.tips;
    }
}

Seen seen_in(const std::string& svg) {
    Seen seen;
    std::string kind, style, heads;
    for (std::size_t at = svg.find("</style>"); (at = svg.find('<', at + 1)) != std::string::npos;) {
        const std::size_t end = svg.find('>', at);
        const std::string element = svg.substr(at, end - at);
        const std::string content = svg.substr(end + 1, svg.find('<', end) - end - 1);
        const bool is_path = element.starts_with("<path") && kind == "arrow";
        if (element.starts_with("<g class=\"")) {
            const std::size_t begin = element.find('"') + 1, space = element.find(' ', begin);
            kind = element.substr(begin, space - begin);
            style = element.substr(space + 1, element.find('"', space) - space - 1);
        } else if (element == "</g") {
            kind.clear();
        } else if (element.starts_with("<rect") && kind == "box") {
            seen.boxes.push_back({number_in(element, "x"), number_in(element, "y"),
                                  number_in(element, "width"), number_in(element, "height"), style});
        } else if (element.starts_with("<text")) {
            (kind == "box" ? seen.boxes.back().text : seen.words) += content + (kind == "box" ? "" : " ");
        } else if (is_path && element.find("class=\"heads\"") != std::string::npos) {
            heads += element;
        } else if (is_path) {
            seen.lines[style] += count_of(element, "M");
        }
    }
    for (std::size_t at = 0; (at = heads.find('M', at)) != std::string::npos; ++at) {
        char* y = nullptr;
        const float x = std::strtof(heads.c_str() + at + 1, &y);
        add_tip(seen, x, std::strtof(y, nullptr));
    }
    std::ranges::sort(seen.boxes, {}, [](const SeenBox& box) { return std::pair(box.y, box.x); });
    return seen;
}

/// Returns everything that the whole run's labels say, in order.
std::string words_of(const Lesson& lesson, const Execution& run, const Drawing& drawing) {
    std::string words = std::string(lesson.title) + ' ' + drawing.descriptions.back() + ' ';
    if (run.lanes != "element") words += std::string(run.lanes) + ' ';
    for (std::uint32_t lane = 0; lane < run.width; ++lane) words += std::to_string(lane) + ' ';
    for (const Row& row : run.rows) words += row.name + ' ';
    words += counters_text(run, run.frames.size() - 1) + ' ';
    for (const std::string& note : notes(lesson, run)) words += note + ' ';
    return escaped(words);
}

/// Returns the style of a cell's box by the cell's mark.
std::string_view style_of(const Cell& cell) {
    constexpr std::array<std::string_view, 7> of_marks{"input",    "kept",    "computed", "moved",
                                                       "identity", "padding", "expected"};
    return cell.wrong ? "wrong" : of_marks[static_cast<std::size_t>(cell.mark)];
}

/// Each cell is a box in its lane and row, and each link an arrow to its cell.
void expect_cells(const Seen& seen, const Execution& run) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> links;
    for (const Frame& frame : run.frames)
        for (const Link& link : frame.links)
            if (link.kind != LinkKind::named) ++links[{link.to.row, link.to.lane}];
    std::map<std::uint32_t, float> lanes, rows;
    auto box = seen.boxes.begin();
    std::size_t boundaries = 0;
    for (std::uint32_t row = 0; row < run.rows.size(); ++row)
        for (std::uint32_t lane = 0; lane < run.width; ++lane) {
            const Cell& cell = run.rows[row].cells[lane];
            if (cell.is_empty()) continue;
            ASSERT_NE(box, seen.boxes.end());
            EXPECT_EQ(box->text, escaped(shown_text(run, cell)));
            EXPECT_EQ(box->style, style_of(cell));
            EXPECT_EQ(box->tips, (links[{row, lane}])) << row << ' ' << lane;
            EXPECT_EQ(box->x, lanes.emplace(lane, box->x).first->second) << row << ' ' << lane;
            EXPECT_EQ(box->y, rows.emplace(row, box->y).first->second) << row << ' ' << lane;
            boundaries += cell.begins_segment ? 1 : 0;
            ++box;
        }
    EXPECT_EQ(box, seen.boxes.end());
    EXPECT_EQ(seen.lines.contains("boundary") ? seen.lines.at("boundary") : 0, boundaries);
}

TEST(Svg, OfEveryLessonShowsItsRun) {
    for (const Lesson& lesson : lessons()) {
        SCOPED_TRACE(lesson.id);
        const Execution run = execute(lesson, {lesson.example});
        const Drawing drawing = draw_network(lesson, run);
        const Seen seen = seen_in(svg_of(drawing));
        expect_cells(seen, run);
        EXPECT_EQ(seen.lines.at("lane"), run.width);
        EXPECT_EQ(seen.words, words_of(lesson, run, drawing));
        std::size_t to_come = seen.boxes.size();
        for (std::size_t frame = 0; frame < run.frames.size(); ++frame) {
            for (std::uint32_t row = run.frames[frame].first_row; row < run.frames[frame].rows_end; ++row)
                to_come -=
                    static_cast<std::size_t>(std::ranges::count(run.rows[row].cells, false, &Cell::is_empty));
            EXPECT_EQ(seen_in(svg_of(drawing, frame)).boxes_of("to-come"), to_come) << frame;
        }
    }
}

/// How a drawing ends, and how much is in it.
struct End {
    std::string_view lesson;
    std::size_t boxes, arrows;
    std::string_view row;
};
constexpr std::array ends{
    End{"sequential", 64, 14, "3 4 11 11 15 16 22 25"},
    End{"sequential-exclusive", 72, 14, "0 3 4 11 11 15 16 22"},
    End{"quadratic", 72, 36, "3 4 11 11 15 16 22 25"},
    End{"tree-per-output", 55, 20, "3 4 11 11 15"},
    End{"shift", 32, 30, "3 4 11 11 15 16 22 25"},
    End{"kogge-stone", 32, 34, "3 4 11 11 15 16 22 25"},
    End{"kogge-stone-exclusive", 40, 41, "0 3 4 11 11 15 16 22"},
    End{"kogge-stone-double-buffered", 32, 41, "3 4 11 11 15 16 22 25"},
    End{"kogge-stone-race", 64, 34, "3 4 11 11 15 16 22 25"},
    End{"brent-kung", 48, 22, "3 4 11 11 15 16 22 25"},
    End{"blelloch", 64, 35, "0 3 4 11 11 15 16 22"},
    End{"three-phase", 112, 52, "2 3 8 16 25 25 29 35 38 42 47 51 52 59 66 68"},
    End{"coarsened-tree", 160, 52, "2 3 8 16 25 25 29 35 38 42 47 51 52 59 66 68"},
    End{"coarsening", 128, 50, "2 3 8 16 25 25 29 35 38 42 47 51 52 59 66 68"},
    End{"overflow", 40, 34,
        "2000000000 3500000000 2500000000 500000000 1000000000 3147483647 3147483648 1147483648"},
    End{"reduction-interleaved", 80, 30, "41 1 7 -1 6 -2 8 5 17 -3 9 7 13 11 2 2"},
    End{"reduction-sequential", 80, 30, "41 20 13 13 0 9 3 7 -2 -3 2 7 0 11 0 2"},
    End{"divide", 42, 35, "1 3 6 10 15 21 28 36 45"},
    End{"hierarchical", 76, 82, "2 3 8 16 25 25 29 35 38 42 47 51 52 59 66 68"},
    End{"chained", 84, 77, "2 3 8 16 25 25 29 35 38 42 47 51 52 59 66 68"},
    End{"chained-no-fence", 104, 77, "2 3 8 16 25 25 29 35 38 42 47 51 52 59 66 68"},
    End{"look-back", 118, 12, "16 35 51 68 80 89 109 120"},
    End{"block-deadlock", 45, 0, "16 35 51 68 80 89"},
    End{"dynamic-block-index", 57, 5, "16 35 51 68 80 89"},
    End{"bounded-wait", 57, 9, "16 35 51 68 80 89"},
    End{"grid-barrier", 34, 0, "16 35 51 68 80 89"},
    End{"grid-barrier-counts-spins", 62, 0, "16 35 51 68 80 89"},
    End{"banks-none", 37, 0, "1"},
    End{"banks-padded", 192, 0, "1"},
    End{"banks-two-level", 223, 0, "1"},
    End{"vote-scan-compact", 29, 27, "3 7 4 1 6"},
    End{"estimate", 67, 35, "5 4 3 3 2 1 1 0 0 0 0 0"},
    End{"segmented-scan", 40, 42, "5 6 3 7 10 19 2 8"},
    End{"histogram", 40, 38, "0 1 1 3 3 4 6 7"},
    End{"radix-sort", 80, 90, "1 2 2 3 4 5 7 7"},
    End{"quicksort", 84, 82, "16 34 34 41 64 87 92 92"},
    End{"polynomial", 55, 64, "897"},
    End{"recurrence", 40, 42, "1 4 0 0 -5 12 23 27"},
    End{"string-comparison", 56, 55, "&lt;"},
    End{"tree-depths", 120, 137, "A 0 B 1 C 2 D 2 E 1 F 2 G 2 H 3"},
    End{"subtree-sizes", 120, 145, "A 8 B 3 C 1 D 1 E 4 F 1 G 2 H 1"},
};

/// Returns the texts of the last row.
std::string last_row(const Seen& seen) {
    std::string texts;
    for (const SeenBox& box : seen.boxes)
        if (box.y == seen.boxes.back().y) texts += (texts.empty() ? "" : " ") + box.text;
    return texts;
}

TEST(Svg, OfEveryLessonEndsWithItsResult) {
    ASSERT_EQ(lessons().size(), ends.size());
    for (const End& end : ends) {
        SCOPED_TRACE(end.lesson);
        const Seen seen = seen_in(svg_of(drawing_of(end.lesson)));
        EXPECT_EQ(seen.boxes.size(), end.boxes);
        EXPECT_EQ(seen.tips, end.arrows);
        EXPECT_EQ(last_row(seen), end.row);
    }
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
