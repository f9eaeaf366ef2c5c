// An executor of lessons. It executes reads, operations and barriers, counts them, and records every
// row. An operation writes the newest row. The operations of a parallel step read only rows above it, so that
// all reads of a step come before its writes.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/frame.h"

namespace winnow::lab {

class Executor {
  public:
    /// `lanes` is the noun for one lane.
    Executor(const Parameters& parameters, std::uint32_t width, std::string_view lanes = "element");
    /// Records the values as the first frame, padded with the identity to the width. `sentence` says what
    /// they are, if they are not just an array.
    void show_input(std::string_view sentence = {});

    std::uint32_t width() const { return run_.width; }
    Operator op() const { return run_.parameters.op; }
    std::uint32_t newest_row() const { return static_cast<std::uint32_t>(run_.rows.size() - 1); }
    Word value_at(Place place) const { return run_.rows[place.row].cells[place.lane].value.value(); }
    /// Returns the noun for several values combined: "sum", "minimum"...
    std::string_view result_noun() const { return facts(op()).result; }

    /// Begins a row that holds what the newest row holds, or an empty one. Returns its number.
    std::uint32_t begin_row(std::string name);
    std::uint32_t begin_empty_row(std::string name);
    /// Renames the newest row, whose name is known only at its end.
    void name_row(std::string name) { run_.rows.back().name = std::move(name); }
    /// Says that the newest row lies in no memory: the step goes on.
    void only_draw_row() { run_.rows.back().in_memory = false; }

    // Each writes a lane of the newest row.
    void combine(std::uint32_t lane, Place left, Place right, LinkKind left_kind = LinkKind::operand,
                 LinkKind right_kind = LinkKind::operand);
    void combine(Operator op, std::uint32_t lane, Place left, Place right,
                 LinkKind left_kind = LinkKind::operand, LinkKind right_kind = LinkKind::operand);
    void copy(std::uint32_t lane, Place from);
    /// Copies without an arrow, because it would cross other rows; the row's name says what is read.
    void read(std::uint32_t lane, Place from);
    /// Writes a whole cell.
    void show(std::uint32_t lane, Cell shown) { cell(lane) = std::move(shown); }
    void set(std::uint32_t lane, Word value, Mark mark);
    void set_identity(std::uint32_t lane) { set(lane, facts(op()).identity, Mark::identity); }
    /// Shows a text instead of the lane's value.
    void label(std::uint32_t lane, std::string text) { cell(lane).label = std::move(text); }
    void begin_segment(std::uint32_t lane) { cell(lane).begins_segment = true; }
    /// Says what the lane's cell tells of.
    void own(std::uint32_t lane, std::uint32_t owner) { cell(lane).owner = owner; }
    void mark_wrong(std::uint32_t lane) { cell(lane).wrong = true; }
    /// Returns the combined words and counts the operation; nothing is written.
    Word apply(Word left, Word right);
    /// Adds an arrow that no write of this row adds by itself.
    void link(Place from, std::uint32_t lane, LinkKind kind);

    void count_operation() { counts_.operations++; }
    /// Ends a parallel step, which applied the operator since the last one.
    void count_step();
    void count_barriers(std::uint64_t count) { counts_.barriers += count; }
    void count_turns(std::uint64_t turns) { counts_.turns += turns; }
    Counts counts() const { return counts_; }

    /// Ends the frame of the rows since the last one.
    void end_frame(std::string title, std::string sentence);
    /// Ends the frame of rows for comparison: the lesson's result is the last row of the frame before.
    void end_comparison(std::string title, std::string sentence);
    /// Compares the newest row with the expected words, which fill its first lanes, and marks those that
    /// differ. If any do, a last frame shows both; `reason`, which may be empty, says why they differ.
    void end(std::span<const Word> expected, std::string_view reason);
    const Execution& run() const { return run_; }

  private:
    const Cell& cell_at(Place place) const { return run_.rows[place.row].cells[place.lane]; }
    Cell& cell(std::uint32_t lane) { return run_.rows.back().cells[lane]; }

    Execution run_;
    Counts counts_;
    std::vector<Link> links_;  // of the frame that has not ended
};

/// Returns "element 3", "elements 3 and 5" or "elements 3 to 7 and 9", with the noun of the lanes.
std::string lanes_text(std::string_view noun, const std::vector<std::uint32_t>& lanes);

}  // namespace winnow::lab
