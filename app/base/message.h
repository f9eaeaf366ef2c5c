// What people are told in a terminal. Names and texts from files, drivers and command lines are in it: this
// is where they lose what could write over the screen or turn the direction of the text.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "base/error.h"

namespace winnow {

/// The text with everything that is no visible character, and every byte that is not UTF-8, written as \n,
/// \x1b or \u202e.
std::string printable(std::string_view text);

/// Prints lines, each of them printable.
void print_lines(std::FILE* stream, std::string_view lines);

/// One line on standard error, "winnow: " and the printable sentence.
void say(std::string_view sentence);

/// Says the exception that is being handled, of whatever type. Returns the status that it ends the program
/// with.
ExitStatus say_current_exception();

}  // namespace winnow
