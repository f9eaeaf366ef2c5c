// The network view of a lesson: a lane for each element, time downwards, an arrow for each value that is
// read.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "lab/drawing.h"
#include "lab/frame.h"
#include "lab/lesson.h"

namespace winnow::lab {

// Where the network view puts the cells of a run, and the ranges of inputs that they hold as text.

enum class Show { values, ranges, both };
enum class Layout {
    steps,  // a row for each step
    depth,  // a row for each depth: an element lies one row below the deepest that it was made from
};

/// Returns true if every row up to the result is the same whole array, so that elements have a depth.
bool is_one_array(const Execution& run);

/// The depth of each cell by row and lane; empty for a cell that only keeps what lies above it, and so is not
/// drawn. The comparison with the sequential fold lies below all others. Precondition: is_one_array(run).
using Depths = std::vector<std::vector<std::optional<std::uint32_t>>>;
Depths depths_of(const Execution& run);
/// Returns the row of the cell that this one, in the same lane, got its value from by keeping it.
std::uint32_t origin(const Depths& depths, Place place);

/// Returns "Σ x₀..x₃" for sums, "x[0..3]" for other operators, the identity for an empty range, and nothing
/// for a cell whose inputs are not neighbours in order.
std::string range_text(Operator op, const Cell& cell);

struct NetworkOptions {
    Show show = Show::values;
    Layout layout = Layout::steps;
    bool hatches_idle = false;  // the lanes that a step leaves alone
};

/// Draws all frames. A frame highlights its rows and shows the rows after it as empty. Precondition: only
/// runs with is_one_array() are laid out by depth, where each cell also has the number of its frame.
Drawing draw_network(const Lesson& lesson, const Execution& run, const NetworkOptions& options = {});

/// Returns the label of a cell, or else its value. Precondition: the cell is not empty.
std::string shown_text(const Execution& run, const Cell& cell);

}  // namespace winnow::lab
