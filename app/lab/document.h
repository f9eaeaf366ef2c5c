// Lessons as text for a terminal and as JSON for programs.
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

#include "lab/lesson.h"

namespace winnow::lab {

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
