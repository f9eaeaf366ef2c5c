// The command line; each command is one file in commands/.
#include <cctype>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/standard_streams.h"
#include "commands/command_line.h"
#include "commands/commands.h"

namespace {

using winnow::ExitStatus;

/// One line, whatever a file name or an argument in it contains.
int report(ExitStatus status, std::string message) {
    for (char& c : message)
        if (std::iscntrl(static_cast<unsigned char>(c)) != 0) c = '?';
    std::fprintf(stderr, "winnow: %s\n", message.c_str());
    return static_cast<int>(status);
}

int run(const std::vector<std::string>& arguments) {
    std::string answer;
    const auto options = winnow::commands::parse_command_line(arguments, answer);
    if (options) return winnow::commands::run(*options);
    std::fputs(answer.c_str(), stdout);
    return static_cast<int>(ExitStatus::fine);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        winnow::install_interrupt_handler();
        winnow::make_standard_streams_interruptible();
        const int status = run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
            winnow::check_interrupted();
            return report(ExitStatus::bad_input, "cannot write to standard output");
        }
        return status;
    } catch (const winnow::Error& error) {
        return report(error.status(), error.what());
    } catch (const std::bad_alloc&) {
        return report(ExitStatus::bad_input,
                      "memory ran out; a smaller --capacity, --size or --sizes takes less");
    } catch (const std::exception& error) {
        return report(ExitStatus::check_failed, error.what());
    }
}
