// The command line: what it accepts, and what it says when it does not.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "commands/commands.h"

namespace winnow::commands {

/// `arguments` without the program's name. Throws Error(bad_input) with one line that names what would be
/// right. Nothing if --help or --version was asked for: its text is then in `answer`.
std::optional<CommandOptions> parse_command_line(std::span<const std::string> arguments, std::string& answer);

}  // namespace winnow::commands
