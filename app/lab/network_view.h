// The network view of a lesson: a lane for each element, time downwards, an arrow for each value that is
// read.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lab/drawing.h"
#include "lab/layout.h"
#include "lab/lesson.h"

namespace winnow::lab {

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
