// Options of one topic of bench or test that another has no use for.
#pragma once

#include <string_view>

#include "commands/options.h"

namespace winnow::commands {

/// Throws Error(bad_input) if an option was given that `winnow <command> <topic>` would only ignore.
/// `command`: bench or test.
void refuse_foreign_options(std::string_view command, std::string_view topic, const Options& options);

}  // namespace winnow::commands
