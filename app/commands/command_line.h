// Parses the command line. Completion for shells and the manual page are made from the same declarations.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "commands/arguments.h"
#include "commands/commands.h"

namespace winnow::commands {

/// Parses `arguments`, which do not include the program's name. Throws Error(bad_input) with one line that
/// says what would be right. Returns nothing if --help or --version was asked for; their text is then in
/// `answer`.
std::optional<CommandOptions> parse_command_line(std::span<const std::string> arguments, std::string& answer);

/// The hidden first word that asks for completions of the words behind it.
inline constexpr const char* completion_request = "__complete";

/// Returns the candidates for the last word, which may be empty, one per line. `root` has all commands.
/// Returns none where a file is expected, because the shell completes file names.
std::string completions(const Arguments& root, std::span<const std::string> words);

/// Returns the manual page in the language of man(7), with the options of all commands; `root` has them.
/// help2man would make a page of one command's --help, without the exit statuses, and takes the meaning of an
/// option for a part of it where --help has no room for two spaces between them.
std::string manual(const Arguments& root);
/// Returns the commands, their options and the exit statuses as Markdown; docs/options.md contains them.
std::string manual_markdown(const Arguments& root);

}  // namespace winnow::commands
