// The command line: what it accepts, what it says when it does not, and what is written from the same
// declarations: completion for shells and the manual page.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "commands/arguments.h"
#include "commands/commands.h"

namespace winnow::commands {

/// `arguments` without the program's name. Throws Error(bad_input) with one line that names what would be
/// right. Nothing if --help or --version was asked for: its text is then in `answer`.
std::optional<CommandOptions> parse_command_line(std::span<const std::string> arguments, std::string& answer);

/// The hidden first word that asks for completions of the words behind it.
inline constexpr const char* completion_request = "__complete";

/// One candidate a line for the last of the words, which may be empty; `root` are all commands. None where a
/// file is to be named: the shell knows those.
std::string completions(const Arguments& root, std::span<const std::string> words);

/// In the language of man(7). `root`: all commands.
std::string manual(const Arguments& root);
/// The commands, their options and the exit statuses as Markdown; docs/options.md holds them.
std::string manual_markdown(const Arguments& root);

}  // namespace winnow::commands
