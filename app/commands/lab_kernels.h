// The part of winnow lab that is about teaching kernels.
#pragma once

#include <array>
#include <string_view>

#include "commands/commands.h"

namespace winnow::commands {

/// The options that a list of the lessons, a page of them, or --verify may have without a lesson.
inline constexpr std::array<std::string_view, 8> options_of_all_lessons{
    "LESSON", "--html", "--json", "--verify", "--backend", "--device", "--shaders", "--gl-debug"};

/// Declares --verify, --listing and the options that choose a GPU.
void declare_kernels(Arguments& arguments, LabOptions& options);

/// Lets every chosen backend execute the lesson, or all lessons, compares its rows with those that are drawn,
/// and prints the result.
int verify_lab(const LabOptions& options);

}  // namespace winnow::commands
