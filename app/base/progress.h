// A progress line in a terminal, rewritten in place.
#pragma once

#include <chrono>
#include <string>

namespace winnow {

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
