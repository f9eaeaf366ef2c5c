// The program: runs the command of the command line; each command is one file in commands/.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <variant>
#include <vector>

#include "base/descriptor.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/message.h"
#include "commands/command_line.h"
#include "commands/commands.h"

namespace {

using winnow::ExitStatus;

int run(const std::vector<std::string>& arguments) {
    std::string answer;
    const auto options = winnow::commands::parse_command_line(arguments, answer);
    if (options)
        return std::visit([](const auto& command) { return winnow::commands::run(command); }, *options);
    std::fputs(answer.c_str(), stdout);
    return static_cast<int>(ExitStatus::fine);
}

/// Flushes standard output, because output that does not arrive is a failure too. Returns the status of the
/// first failure.
int complete(int status) {
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
    const int error = winnow::standard_output_error() != 0 ? winnow::standard_output_error() : EIO;
    winnow::check_interrupted();
    winnow::say(fmt::format("cannot write standard output: {}", std::strerror(error)));
    return status != static_cast<int>(ExitStatus::fine) ? status : static_cast<int>(ExitStatus::bad_input);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        winnow::hold_standard_descriptors();
        winnow::install_interrupt_handler();
        winnow::make_standard_streams_interruptible();
        return complete(run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc)));
    } catch (...) {
        return static_cast<int>(winnow::say_current_exception());
    }
}
