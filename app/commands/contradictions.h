// Options that exclude each other, whatever the device.
#pragma once

#include "commands/options.h"

namespace winnow::commands {

/// Throws Error(bad_input) if an option was given that could only be ignored or refused beside another.
void refuse_contradictions(const Options& options);

}  // namespace winnow::commands
