#include "commands/commands.h"

#include <array>
#include <stdexcept>

namespace winnow::commands {
namespace {

constexpr std::array commands{
    Command{"view", "open the interactive demo (the default)", run_view},
    Command{"test", "check every backend of this machine against the reference, without a window", run_test},
    Command{"bench", "measure scans, compactors, sorts, culls or whole steps", run_bench},
    Command{"render", "make pictures or a video without a window", run_render},
    Command{"list", "list effects, backends, algorithms and devices", run_list},
};

}  // namespace

std::span<const Command> table() {
    return commands;
}

int run(const Options& options) {
    for (const Command& command : commands)
        if (command.name == options.command) return command.run(options);
    throw std::logic_error("no such command: " + options.command);
}

}  // namespace winnow::commands
