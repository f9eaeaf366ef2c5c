// Lessons as one HTML page with scrubbers, which names no other file and no other host. Without JavaScript it
// shows whole runs and their steps in words. Its template, style sheets and scripts lie in assets/lab.
#pragma once

#include <string>
#include <string_view>

#include "lab/lesson.h"

namespace winnow::lab {

/// Returns the page of all lessons, each with its own values, below the headings of their chapters.
std::string page_of_all_lessons();

/// Returns the command that shows the lesson with its own values in a terminal.
std::string command_of(const Lesson& lesson);

/// Returns the page of one lesson that was executed. `command` shows the same in a terminal.
std::string page_of(const Lesson& lesson, const Execution& run, std::string_view command);

}  // namespace winnow::lab
