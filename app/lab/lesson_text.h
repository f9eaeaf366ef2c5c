// Lessons as text for a terminal and as JSON for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/lesson.h"

namespace winnow::lab {

// The text that stands beside the rows of a lesson: the counters, the sources' formulas and errors, and the
// source.

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

/// Makes a number, or [lead, value] of a pair.
void to_json(nlohmann::ordered_json& json, const Word& word);

/// Returns the table of all lessons.
std::string list_text();
nlohmann::ordered_json list_json();

/// Return the whole run, or one frame of it.
std::string text_of(const Lesson& lesson, const Execution& run, std::optional<std::size_t> frame);
/// Returns the counters, formulas and errata after the last frame.
std::string counts_text(const Lesson& lesson, const Execution& run);
nlohmann::ordered_json json_of(const Lesson& lesson, const Execution& run, std::optional<std::size_t> frame);

}  // namespace winnow::lab
