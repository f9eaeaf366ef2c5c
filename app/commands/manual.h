// The manual page winnow(1), written from what the commands declare.
#pragma once

#include <string>

#include "commands/arguments.h"

namespace winnow::commands {

/// In the language of man(7). `root`: all commands.
std::string manual(const Arguments& root);

}  // namespace winnow::commands
