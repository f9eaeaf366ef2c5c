// Messages to the user in a terminal. They contain names and texts from files, drivers and command lines, so
// everything that could overwrite the screen or reverse the direction of text is escaped here.
#pragma once

#include <chrono>
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

// A progress line in a terminal, rewritten in place.

/// Writes to standard error, and only if that is a terminal. The destructor clears the line.
class Progress {
  public:
    Progress();
    ~Progress();
    Progress(const Progress&) = delete;

    /// Restarts the clock of the estimate; the constructor started it first.
    void begin() { begin_ = Clock::now(); }
    /// Shows `text`, at most ten times a second.
    void show(const std::string& text);
    /// Shows `text` with the finished share (0 to 1) and an estimate of the time left.
    void show(const std::string& text, double share);
    /// Clears the line, so that something else can be printed.
    void clear();

  private:
    using Clock = std::chrono::steady_clock;
    bool terminal_;
    bool shown_ = false;
    Clock::time_point begin_ = Clock::now();
    Clock::time_point last_{};  // long ago, so that the first call shows its text
};

}  // namespace winnow
