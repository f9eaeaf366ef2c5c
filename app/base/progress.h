// One line on a terminal that says what is going on, rewritten in place.
#pragma once

#include <chrono>
#include <string>

namespace winnow {

/// Writes to standard error, and only if that is a terminal. The line is gone when the object is.
class Progress {
  public:
    Progress();
    ~Progress();
    Progress(const Progress&) = delete;

    /// From here on the time is taken that tells how much of it is left; so it is from the beginning.
    void begin() { begin_ = Clock::now(); }
    /// Shows `text`, at most ten times a second.
    void show(const std::string& text);
    /// The same with the share that is done (0 to 1) and an estimate of the time left.
    void show(const std::string& text, double share);
    /// Takes the line away, so that something else can be printed.
    void clear();

  private:
    using Clock = std::chrono::steady_clock;
    bool terminal_;
    bool shown_ = false;
    Clock::time_point begin_ = Clock::now();
    Clock::time_point last_{};  // long ago
};

}  // namespace winnow
