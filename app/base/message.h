// Messages to the user in a terminal. They contain names and texts from files, drivers and command lines, so
// everything that could overwrite the screen or reverse the direction of text is escaped here.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "base/error.h"

namespace winnow {

/// Returns the text with every character that is not visible, and every byte that is not valid UTF-8, escaped
/// as \n, \x1b or \u202e.
std::string printable(std::string_view text);

/// Prints lines, each of them made printable.
void print_lines(std::FILE* stream, std::string_view lines);

/// Prints one line to standard error: "winnow: " and the sentence, made concise (text.h) and printable.
void say(std::string_view sentence);

/// Prints the message of the exception that is being handled, of any type. Returns the status that the
/// program ends with.
ExitStatus say_current_exception();

}  // namespace winnow
