// A drawing: boxes, arrows and labels with meanings instead of colours, in units that a painter scales as it
// likes. Painters need nothing else, so that a file, a page and a window show the same. A drawing holds all
// frames of a lesson, and each part says in which frames it is shown.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace winnow::lab {

struct Point {
    float x = 0, y = 0;
};

enum class BoxStyle {
    highlight,
    input,
    kept,
    computed,
    moved,
    identity,
    padding,
    expected,
    wrong,
    to_come,
    idle
};
enum class ArrowStyle { lane, move, operand, stale, boundary };  // those that matter more are painted later
enum class LabelStyle { heading, sentence, row, index, note, code };
enum class Anchor { start, middle, end };

/// The styles' names, for painters that refer to them by name.
inline constexpr std::array<std::string_view, 11> box_styles{"highlight", "input",    "kept",    "computed",
                                                             "moved",     "identity", "padding", "expected",
                                                             "wrong",     "to-come",  "idle"};
inline constexpr std::array<std::string_view, 5> arrow_styles{"lane", "move", "operand", "stale", "boundary"};
inline constexpr std::array<std::string_view, 6> label_styles{"heading", "sentence", "row",
                                                              "index",   "note",     "code"};

/// The frames in which a part is shown. After the last frame of the lesson comes one more, the whole run,
/// which highlights nothing.
struct Frames {
    std::size_t first = 0, last = std::numeric_limits<std::size_t>::max();
    bool have(std::size_t frame) const { return first <= frame && frame <= last; }
    bool operator==(const Frames&) const = default;
};

struct Box {
    Point corner, size;
    BoxStyle style = BoxStyle::kept;
    std::string text;  // in the middle
    Frames frames{};
    std::optional<std::uint32_t> owner{};  // the thing that it tells of: boxes of one thing light each other
};

struct Arrow {
    Point from, to;
    ArrowStyle style = ArrowStyle::operand;
    bool has_head = true;
    Frames frames{};
};

struct Label {
    Point at;  // on the text's base line
    std::string text;
    LabelStyle style = LabelStyle::note;
    Anchor anchor = Anchor::start;
    Frames frames{};
};

/// The size of a label's letters, in units.
float letter_size(LabelStyle style);
inline constexpr float box_letter_size = 16;

struct Drawing {
    Point size;
    // Between these heights lies the body. Labels above and below it say what a page or a window says in
    // texts of its own: title, sentence, counters and notes.
    float body_top = 0, body_bottom = 0;
    std::string title;
    std::vector<std::string>
        descriptions;  // for readers who do not see it: one of each frame, and of the whole run
    std::vector<Box> boxes;
    std::vector<Arrow> arrows;
    std::vector<Label> labels;

    float body_height() const { return body_bottom - body_top; }
    bool is_in_body(const Label& label) const { return label.at.y >= body_top && label.at.y <= body_bottom; }
    std::size_t whole_run() const { return descriptions.size() - 1; }
};

}  // namespace winnow::lab
