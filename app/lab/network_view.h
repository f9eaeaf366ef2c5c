// The network view of a lesson: a lane for each element, time downwards, an arrow for each value that is
// read.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "lab/drawing.h"
#include "lab/lesson.h"

namespace winnow::lab {

/// Draws the whole run; with a frame it highlights that frame and shows the rows after it as empty. The size
/// does not depend on the frame.
Drawing draw_network(const Lesson& lesson, const Execution& run, std::optional<std::size_t> frame = {});

/// Returns the counters after a frame, the sources' formulas, their errors, and the source, for the drawing
/// and for text. Formulas are left out where N or the number of threads is not a power of two.
std::vector<std::string> notes(const Lesson& lesson, const Execution& run, std::size_t frame);

}  // namespace winnow::lab
