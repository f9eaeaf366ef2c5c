// The errors that end a command. Each carries the exit status that the command ends with.
#pragma once

#include <fmt/core.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace winnow {

enum class ExitStatus : int {
    fine = 0,
    check_failed = 1,  // a check failed
    bad_input = 2,     // wrong usage, a bad file, or a limit of this device exceeded
    absent = 3,        // a device, extension, display or program is missing
    interrupted = 130,
};

/// The message is one line: the problem, its place, and what would be right. `main` prints it after "winnow:
/// " and exits with the status.
class Error : public std::runtime_error {
  public:
    Error(ExitStatus status, const std::string& message) : std::runtime_error(message), status_(status) {}
    ExitStatus status() const { return status_; }

  private:
    ExitStatus status_;
};

template <typename... Values>
[[noreturn]] void fail(ExitStatus status, fmt::format_string<Values...> format, Values&&... values) {
    throw Error(status, fmt::format(format, std::forward<Values>(values)...));
}

template <typename... Values>
[[noreturn]] void bad_input(fmt::format_string<Values...> format, Values&&... values) {
    fail(ExitStatus::bad_input, format, std::forward<Values>(values)...);
}

template <typename... Values>
[[noreturn]] void absent(fmt::format_string<Values...> format, Values&&... values) {
    fail(ExitStatus::absent, format, std::forward<Values>(values)...);
}

/// Says if something works here, and if not, holds the sentence that the user is shown.
struct Availability {
    std::string reason;  // empty: available
    explicit operator bool() const { return reason.empty(); }
    static Availability yes() { return {}; }
    static Availability no(std::string why) { return {std::move(why)}; }
};

}  // namespace winnow
