// What a shell offers to complete a command line with, and the scripts that make it ask.
#pragma once

#include <span>
#include <string>

#include "commands/arguments.h"

namespace winnow::commands {

/// The hidden first word that asks for completions of the words behind it.
inline constexpr const char* completion_request = "__complete";

/// One candidate a line for the last of the words, which may be empty; `root` are all commands. None where a
/// file is to be named: the shell knows those.
std::string completions(const Arguments& root, std::span<const std::string> words);

}  // namespace winnow::commands
