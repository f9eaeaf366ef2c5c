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

struct Counter {
    std::uint64_t count = 0;
    std::string noun;  // in the singular for a count of 1
};
/// Returns the counts by their names.
std::vector<Counter> counters(const Counts& counts);
/// Returns "4 operations, 1 step, 1 barrier".
std::string text_of(const Counts& counts);
/// Returns the counters after a frame.
std::string counters_text(const Execution& run, std::size_t frame);

/// Returns the sources' formulas and their errors. Formulas are left out where N or the number of threads is
/// not a power of two.
std::vector<std::string> remarks(const Lesson& lesson, const Execution& run);
/// Returns the remarks and the source.
std::vector<std::string> notes(const Lesson& lesson, const Execution& run);

}  // namespace winnow::lab
