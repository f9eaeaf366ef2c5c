// The charts of a benchmark of steps.
#pragma once

#include <span>
#include <string>

#include "commands/bench/frame_row.h"

namespace winnow::commands {

/// Bars of the passes of each row, to one scale, with a mark where a copy of the columns ends. HTML.
std::string pass_bars(std::span<const FrameRow> rows);

/// Milliseconds of a step over the number alive, above a copy of their columns; both axes logarithmic. Of
/// every backend its fastest at each number. SVG; empty if there are fewer than two numbers.
std::string step_chart(std::span<const FrameRow> rows);

}  // namespace winnow::commands
