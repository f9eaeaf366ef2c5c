// The network view of a lesson: a lane for each element, time downwards, an arrow for each value that is
// read.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lab/drawing.h"
#include "lab/lesson.h"

namespace winnow::lab {

/// Draws all frames. A frame highlights its rows and shows the rows after it as empty.
Drawing draw_network(const Lesson& lesson, const Execution& run);

/// Returns the label of a cell that has a value, or else the value.
std::string shown_text(const Execution& run, const Cell& cell);

/// Returns the counters after a frame.
std::string counters_text(const Execution& run, std::size_t frame);

/// Returns the sources' formulas, their errors, and the source. Formulas are left out where N or the number
/// of threads is not a power of two.
std::vector<std::string> notes(const Lesson& lesson, const Execution& run);

}  // namespace winnow::lab
