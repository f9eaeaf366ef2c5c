// The part of winnow lab that is about teaching kernels.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <string>
#include <string_view>

#include "commands/commands.h"
#include "lab/lesson.h"

namespace winnow::commands {

/// The options that a list of the lessons, a page of them, or --verify may have without a lesson.
inline constexpr std::array<std::string_view, 8> options_of_all_lessons{
    "LESSON", "--html", "--json", "--verify", "--backend", "--device", "--shaders", "--gl-debug"};

/// Declares --verify, --trace, --listing and the options that choose a GPU.
void declare_kernels(Arguments& arguments, LabOptions& options);

/// Lets every chosen backend execute the lesson, or all lessons, compares its rows with those that are drawn,
/// and prints the result.
int verify_lab(const LabOptions& options);

/// A run of the lesson's kernel as its tiles noted it.
struct TracedLesson {
    lab::Lesson lesson;
    lab::Execution run;
    nlohmann::ordered_json json;  // the device and the events
    std::string fault;            // a sentence on what a right kernel does not do; empty if there is nothing
};

/// Lets the chosen backend, or the first that works here, execute the lesson's kernel. Throws
/// Error(bad_input) if the lesson has none that leaves a trace.
TracedLesson trace_lesson(const LabOptions& options);

}  // namespace winnow::commands
