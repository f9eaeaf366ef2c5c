#include "lab/network_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.h"
#include "lab/lesson_text.h"

namespace winnow::lab {
namespace {

constexpr std::array<std::string_view, 10> low_digits{"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};

std::string low(std::uint32_t number) {
    std::string text;
    for (const char digit : std::to_string(number)) text += low_digits[static_cast<std::size_t>(digit - '0')];
    return text;
}

bool is_only_kept(const Execution& run, std::uint32_t row, std::uint32_t lane) {
    const Mark mark = run.rows[row].cells[lane].mark;
    return row > 0 && (mark == Mark::kept || mark == Mark::padding);
}

}  // namespace

bool is_one_array(const Execution& run) {
    if (run.lanes != "element") return false;
    for (std::uint32_t row = 0; row <= run.result_row; ++row)
        for (std::uint32_t lane = 0; lane < run.width; ++lane) {
            const Cell& cell = run.rows[row].cells[lane];
            if (!cell.value) return false;
            if (is_only_kept(run, row, lane) && cell.value != run.rows[row - 1].cells[lane].value)
                return false;
        }
    return true;
}

std::uint32_t origin(const Depths& depths, Place place) {
    while (!depths[place.row][place.lane]) --place.row;
    return place.row;
}

Depths depths_of(const Execution& run) {
    Depths depths(run.rows.size(), Depths::value_type(run.width));
    std::uint32_t deepest = 0;
    const auto depth_at = [&](Place place) { return *depths[origin(depths, place)][place.lane]; };
    const auto place_below = [&](Place place, std::uint32_t depth) {
        depths[place.row][place.lane] = std::max(depths[place.row][place.lane].value_or(0), depth + 1);
        deepest = std::max(deepest, *depths[place.row][place.lane]);
    };
    std::fill(depths[0].begin(), depths[0].end(), 0U);
    for (const Frame& frame : run.frames) {
        for (std::uint32_t row = std::max(frame.first_row, 1U); row < frame.rows_end; ++row)
            for (std::uint32_t lane = 0; lane < run.width; ++lane)
                if (row <= run.result_row && !is_only_kept(run, row, lane))
                    place_below({row, lane}, depth_at({row - 1, lane}));
        for (const Link& link : frame.links) place_below(link.to, depth_at(link.from));
    }
    for (std::uint32_t row = run.result_row + 1; row < run.rows.size(); ++row)
        std::fill(depths[row].begin(), depths[row].end(), deepest + 1);
    return depths;
}

std::string range_text(Operator op, const Cell& cell) {
    if (!cell.range) return {};
    if (cell.range->is_empty()) return text_of(op, facts(op).identity);
    const auto [first, end] = *cell.range;
    const std::uint32_t last = end - 1;
    if (op != Operator::add)
        return first == last ? fmt::format("x[{}]", first) : fmt::format("x[{}..{}]", first, last);
    return first == last ? "x" + low(first) : fmt::format("Σ x{}..x{}", low(first), low(last));
}

namespace {

constexpr float margin = 28, label_gap = 22, min_width = 720;
constexpr float cell_height = 30, min_cell_width = 40, comfortable_cell_width = 56;
constexpr float cell_gap = 10, cell_padding = 14;
constexpr float head_gap = 2;      // between an arrow and the box that it points to
constexpr float side_step = 0.2F;  // of the cell's width: how far from the middle a slanting arrow ends
constexpr float arrow_room = 52;   // between two rows of a network
constexpr float tick_room = 28;    // between two ticks of time
constexpr float flat_room = 16;    // between rows without arrows
constexpr float range_height = 26, step_number_room = 18;
constexpr float band_padding = 9;
constexpr float line_spacing = 1.45F;       // of letter sizes
constexpr float letter_width = 0.54F;       // of letter sizes, on average
constexpr float wide_letter_width = 0.65F;  // of digits and bold letters
constexpr float letter_drop = 5;            // from the middle of small letters to their base line
constexpr float above_rows = 40, below_rows = 22;

float line_height(LabelStyle style) {
    return letter_size(style) * line_spacing;
}

std::size_t letters(std::string_view utf8) {
    return static_cast<std::size_t>(
        std::count_if(utf8.begin(), utf8.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

/// Breaks text into lines that fit the width, on average.
std::vector<std::string> wrapped(std::string_view text, LabelStyle style, float width) {
    const auto most = static_cast<std::size_t>(width / (letter_size(style) * letter_width));
    std::vector<std::string> lines{""};
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        if (!lines.back().empty() && letters(lines.back()) + 1 + letters(word) > most) lines.emplace_back();
        lines.back() += (lines.back().empty() ? "" : " ") + std::string(word);
    }
    return lines;
}

BoxStyle style_of(const Cell& cell, bool hatches_idle) {
    if (cell.wrong) return BoxStyle::wrong;
    switch (cell.mark) {
        case Mark::input:
            return BoxStyle::input;
        case Mark::kept:
            return hatches_idle ? BoxStyle::idle : BoxStyle::kept;
        case Mark::computed:
            return BoxStyle::computed;
        case Mark::moved:
            return BoxStyle::moved;
        case Mark::identity:
            return BoxStyle::identity;
        case Mark::padding:
            return BoxStyle::padding;
        case Mark::expected:
            return BoxStyle::expected;
    }
    return BoxStyle::kept;
}

ArrowStyle style_of(LinkKind kind) {
    switch (kind) {
        case LinkKind::operand:
            return ArrowStyle::operand;
        case LinkKind::move:
            return ArrowStyle::move;
        case LinkKind::stale:
            return ArrowStyle::stale;
        case LinkKind::named:
            break;
    }
    return ArrowStyle::operand;
}

/// Returns the summary, and the comparison if there is one, because the whole run leads to it.
std::string sentence_of_run(const Lesson& lesson, const Execution& run) {
    const bool compared = run.frames.back().first_row > run.result_row;
    return std::string(lesson.summary) + (compared ? " " + run.frames.back().sentence : "");
}

/// Returns the room between two rows.
float room_of(const Execution& run) {
    const bool has_links = std::any_of(run.frames.begin(), run.frames.end(),
                                       [](const Frame& frame) { return !frame.links.empty(); });
    if (!has_links) return flat_room;
    return run.lanes == "block" || run.lanes == "tile" ? tick_room : arrow_room;
}

class NetworkDrawing {
  public:
    NetworkDrawing(const Lesson& lesson, const Execution& run, const NetworkOptions& options)
        : lesson_(lesson), run_(run), options_(options), row_pitch_(cell_height + room_of(run)) {
        if (options.show == Show::both) block_height_ += range_height;
        row_pitch_ += block_height_ - cell_height;
        if (by_depth()) {
            depths_ = depths_of(run);
            cell_gap_ += step_number_room;
        }
        std::size_t longest_name = letters(run.lanes), longest_text = 0;
        for (const Row& row : run.rows) {
            longest_name = std::max(longest_name, letters(row.name));
            for (const Cell& cell : row.cells)
                if (!cell.is_empty()) longest_text = std::max(longest_text, longest_text_of(cell));
        }
        first_lane_ = margin + label_gap +
                      static_cast<float>(longest_name) * letter_size(LabelStyle::row) * wide_letter_width;
        cell_width_ =
            std::max(cell_width_,
                     static_cast<float>(longest_text) * box_letter_size * wide_letter_width + cell_padding);
        const auto lanes = static_cast<float>(run.width);
        const float room = (min_width - margin - first_lane_) / lanes - cell_gap_;
        cell_width_ = std::max(cell_width_, std::min(room, comfortable_cell_width));
        drawing_.size.x = std::max(min_width, first_lane_ + lanes * (cell_width_ + cell_gap_) + margin);
    }

    Drawing draw() {
        drawing_.title = lesson_.title;
        for (std::size_t frame = 0; frame < run_.frames.size(); ++frame)
            drawing_.descriptions.push_back(run_.frames[frame].title + ". " + run_.frames[frame].sentence);
        drawing_.descriptions.push_back(sentence_of_run(lesson_, run_));
        add_head();
        add_lanes();
        for (std::size_t frame = 0; frame < run_.frames.size(); ++frame) add_frame(frame);
        add_row_names();
        add_notes();
        return std::move(drawing_);
    }

  private:
    bool by_depth() const { return options_.layout == Layout::depth; }
    float text_width() const { return drawing_.size.x - 2 * margin; }
    float lane_x(std::uint32_t lane) const {
        return first_lane_ + (static_cast<float>(lane) + 0.5F) * (cell_width_ + cell_gap_);
    }
    float level_y(std::uint32_t level) const { return rows_top_ + static_cast<float>(level) * row_pitch_; }
    /// Returns the row of the drawing in which the cell lies. Precondition: is_drawn(place).
    std::uint32_t level_of(Place place) const {
        return by_depth() ? *depths_[place.row][place.lane] : place.row;
    }
    float cell_y(Place place) const { return level_y(level_of(place)); }
    bool is_drawn(Place place) const {
        return by_depth() ? depths_[place.row][place.lane].has_value()
                          : !run_.rows[place.row].cells[place.lane].is_empty();
    }
    std::uint32_t levels() const {
        if (!by_depth()) return static_cast<std::uint32_t>(run_.rows.size());
        std::uint32_t deepest = 0;
        for (const auto& row : depths_)
            for (const auto& depth : row) deepest = std::max(deepest, depth.value_or(0));
        return deepest + 1;
    }
    std::uint32_t result_level() const {
        return by_depth() ? levels() - 1 - (run_.rows.size() > run_.result_row + 1 ? 1 : 0) : run_.result_row;
    }

    std::string main_text(const Cell& cell) const {
        return options_.show == Show::ranges && cell.label.empty() ? range_text(run_.parameters.op, cell)
                                                                   : shown_text(run_, cell);
    }
    std::size_t longest_text_of(const Cell& cell) const {
        const std::size_t range =
            options_.show == Show::both ? letters(range_text(run_.parameters.op, cell)) : 0;
        return std::max(letters(main_text(cell)), range);
    }

    /// Adds lines below each other. Returns the place below them.
    float add_lines(const std::string& text, LabelStyle style, float top, Frames frames = {}) {
        for (const std::string& line : wrapped(text, style, text_width())) {
            drawing_.labels.push_back(
                {{margin, top + letter_size(style)}, line, style, Anchor::start, frames});
            top += line_height(style);
        }
        return top;
    }

    void add_head() {
        const float top = add_lines(std::string(lesson_.title), LabelStyle::heading, margin);
        float bottom = top;
        for (std::size_t frame = 0; frame < drawing_.descriptions.size(); ++frame)
            bottom = std::max(
                bottom, add_lines(drawing_.descriptions[frame], LabelStyle::sentence, top, {frame, frame}));
        drawing_.body_top = bottom;
        rows_top_ = bottom + above_rows;
    }

    void add_frame(std::size_t number) {
        const Frame& frame = run_.frames[number];
        add_highlight(frame, {number, number});
        for (std::uint32_t row = frame.first_row; row < frame.rows_end; ++row) add_cells(row, number);
        for (const Link& link : frame.links)
            if (link.kind != LinkKind::named) add_arrow(link, {number});
    }

    void add_highlight(const Frame& frame, Frames frames) {
        std::uint32_t first = levels(), last = 0;
        for (std::uint32_t row = frame.first_row; row < frame.rows_end; ++row)
            for (std::uint32_t lane = 0; lane < run_.width; ++lane) {
                if (!is_drawn({row, lane})) continue;
                first = std::min(first, level_of({row, lane}));
                last = std::max(last, level_of({row, lane}));
            }
        if (first > last) return;  // everybody was idle
        const float gap = first == 0 ? 0 : std::max(0.0F, row_pitch_ - block_height_ - 2 * band_padding);
        const float top = level_y(first) - gap - band_padding;
        const float bottom = level_y(last) + block_height_ + band_padding;
        const float outside = margin / 2;
        drawing_.boxes.push_back(
            {{outside, top}, {drawing_.size.x - 2 * outside, bottom - top}, BoxStyle::highlight, {}, frames});
    }

    void add_lanes() {
        const float y = level_y(0) - band_padding - letter_drop;
        if (run_.lanes != "element")
            drawing_.labels.push_back(
                {{margin, y}, std::string(run_.lanes), LabelStyle::index, Anchor::start});
        for (std::uint32_t lane = 0; lane < run_.width; ++lane) {
            const float x = lane_x(lane);
            drawing_.arrows.push_back(
                {{x, level_y(0) + block_height_}, {x, level_y(result_level())}, ArrowStyle::lane, false});
            drawing_.labels.push_back({{x, y}, std::to_string(lane), LabelStyle::index, Anchor::middle});
        }
    }

    void add_row_names() {
        for (std::uint32_t level = 0; level < levels(); ++level) {
            std::string name = level < run_.rows.size() ? run_.rows[level].name : "";
            if (by_depth() && level > 0)
                name = level > result_level() ? run_.rows.back().name : fmt::format("depth {}", level);
            drawing_.labels.push_back({{margin, level_y(level) + cell_height / 2 + letter_drop},
                                       std::move(name),
                                       LabelStyle::row,
                                       Anchor::start});
        }
    }

    void add_cells(std::uint32_t row, std::size_t frame) {
        for (std::uint32_t lane = 0; lane < run_.width; ++lane) {
            if (!is_drawn({row, lane})) continue;
            const Cell& cell = run_.rows[row].cells[lane];
            const Point corner{lane_x(lane) - cell_width_ / 2, cell_y({row, lane})};
            const Point size{cell_width_, cell_height};
            if (frame > 0)
                drawing_.boxes.push_back(
                    {corner, {cell_width_, block_height_}, BoxStyle::to_come, {}, {0, frame - 1}});
            const BoxStyle style = style_of(cell, options_.hatches_idle);
            if (options_.show == Show::both)
                drawing_.boxes.push_back({{corner.x, corner.y + cell_height},
                                          {cell_width_, range_height},
                                          style,
                                          range_text(run_.parameters.op, cell),
                                          {frame}});
            drawing_.boxes.push_back({corner, size, style, main_text(cell), {frame}, cell.owner});
            if (by_depth() && frame > 0)
                drawing_.labels.push_back({{corner.x + cell_width_ + head_gap, corner.y + cell_height},
                                           std::to_string(frame),
                                           LabelStyle::index,
                                           Anchor::start,
                                           {frame}});
            if (cell.begins_segment) add_boundary(corner, {frame});
        }
    }

    /// Adds a bar before the cell at `corner`.
    void add_boundary(Point corner, Frames frames) {
        const float x = corner.x - cell_gap_ / 2;
        drawing_.arrows.push_back({{x, corner.y - band_padding},
                                   {x, corner.y + block_height_ + band_padding},
                                   ArrowStyle::boundary,
                                   false,
                                   frames});
    }

    /// Returns true if the straight arrow would run behind a cell that it has nothing to do with.
    bool is_blocked(const Link& link) const {
        if (by_depth()) return false;
        for (std::uint32_t row = link.from.row + 1; row < link.to.row; ++row)
            if (link.from.lane == link.to.lane && is_drawn({row, link.to.lane})) return true;
        return false;
    }

    void add_arrow(const Link& link, Frames frames) {
        Place from = link.from;
        const Place to = link.to;
        if (by_depth()) from.row = origin(depths_, from);
        const ArrowStyle style = style_of(link.kind);
        Point start{lane_x(from.lane), cell_y(from) + block_height_};
        Point end{lane_x(to.lane), cell_y(to) - head_gap};
        if (from.lane != to.lane) end.x += (from.lane < to.lane ? -side_step : side_step) * cell_width_;
        if (from.row == to.row) {
            start = {start.x + cell_width_ / 2, cell_y(to) + cell_height / 2};
            end = {lane_x(to.lane) - cell_width_ / 2, start.y};
        }
        if (is_blocked(link)) {  // it goes round, between the lanes
            const float aside = (cell_width_ + cell_gap_) / 2, turn = (row_pitch_ - block_height_) / 2;
            const Point leave{start.x + aside, start.y + turn}, enter{end.x + aside, end.y - turn};
            drawing_.arrows.push_back({start, leave, style, false, frames});
            drawing_.arrows.push_back({leave, enter, style, false, frames});
            start = enter;
            end.x += side_step * cell_width_;
        }
        drawing_.arrows.push_back({start, end, style, true, frames});
    }

    void add_notes() {
        const float top = level_y(levels() - 1) + block_height_ + below_rows;
        drawing_.body_bottom = top;
        float bottom = top;
        for (std::size_t frame = 0; frame < run_.frames.size(); ++frame) {
            const bool is_last = frame + 1 == run_.frames.size();
            bottom = std::max(bottom, add_lines(counters_text(run_, frame), LabelStyle::note, top,
                                                {frame, is_last ? frame + 1 : frame}));
        }
        if (by_depth())
            bottom = add_lines("The number beside a cell is that of its frame.", LabelStyle::note, bottom);
        for (const std::string& note : notes(lesson_, run_))
            bottom = add_lines(note, LabelStyle::note, bottom);
        drawing_.size.y = bottom + margin;
    }

    const Lesson& lesson_;
    const Execution& run_;
    NetworkOptions options_;
    Depths depths_;  // if it is laid out by depth
    float row_pitch_, block_height_ = cell_height;
    float cell_width_ = min_cell_width, cell_gap_ = cell_gap, first_lane_ = 0, rows_top_ = 0;
    Drawing drawing_;
};

}  // namespace

float letter_size(LabelStyle style) {
    switch (style) {
        case LabelStyle::heading:
            return 22;
        case LabelStyle::sentence:
            return 15;
        case LabelStyle::row:
            return 14;
        case LabelStyle::index:
        case LabelStyle::note:
        case LabelStyle::code:
            return 13;
    }
    return 13;
}

std::string shown_text(const Execution& run, const Cell& cell) {
    return cell.label.empty() ? text_of(run.parameters.op, *cell.value) : cell.label;
}

Drawing draw_network(const Lesson& lesson, const Execution& run, const NetworkOptions& options) {
    return NetworkDrawing(lesson, run, options).draw();
}

}  // namespace winnow::lab
