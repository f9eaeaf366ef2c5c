// A drawing: boxes, arrows and labels with meanings instead of colours, in units that a painter scales as it
// likes. Painters need nothing else, so that a file and a window show the same.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace winnow::lab {

struct Point {
    float x = 0, y = 0;
};

enum class BoxStyle { highlight, input, kept, computed, moved, identity, padding, expected, wrong, to_come };
enum class ArrowStyle { lane, move, operand, stale };  // those that matter more are painted later
enum class LabelStyle { heading, sentence, row, index, note };
enum class Anchor { start, middle, end };

/// The styles' names, for painters that refer to them by name.
inline constexpr std::array<std::string_view, 10> box_styles{
    "highlight", "input", "kept", "computed", "moved", "identity", "padding", "expected", "wrong", "to-come"};
inline constexpr std::array<std::string_view, 4> arrow_styles{"lane", "move", "operand", "stale"};
inline constexpr std::array<std::string_view, 5> label_styles{"heading", "sentence", "row", "index", "note"};

struct Box {
    Point corner, size;
    BoxStyle style = BoxStyle::kept;
    std::string text;  // in the middle
};

struct Arrow {
    Point from, to;
    ArrowStyle style = ArrowStyle::operand;
    bool has_head = true;
};

struct Label {
    Point at;  // on the text's base line
    std::string text;
    LabelStyle style = LabelStyle::note;
    Anchor anchor = Anchor::start;
};

/// The size of a label's letters, in units.
float letter_size(LabelStyle style);
inline constexpr float box_letter_size = 16;

struct Drawing {
    Point size;
    std::string title, description;  // for readers who do not see it
    std::vector<Box> boxes;
    std::vector<Arrow> arrows;
    std::vector<Label> labels;
};

}  // namespace winnow::lab
