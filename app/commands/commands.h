// The commands: each is one function, and the table lists them.
#pragma once

#include <span>
#include <string_view>

#include "commands/options.h"

namespace winnow::commands {

// Each returns the process's exit status and throws winnow::Error.
int run_view(const Options& options);
int run_render(const Options& options);
int run_test(const Options& options);
int run_bench(const Options& options);
int run_list(const Options& options);

struct Command {
    std::string_view name;
    std::string_view summary;  // one line for --help
    int (*run)(const Options&);
};

/// All commands; the first is the default.
std::span<const Command> table();

/// Runs the command that the options name.
int run(const Options& options);

}  // namespace winnow::commands
