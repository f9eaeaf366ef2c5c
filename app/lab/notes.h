// The text that stands beside the rows of a lesson: the counters, the sources' formulas and errors, and the
// source.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lab/lesson.h"

namespace winnow::lab {

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
