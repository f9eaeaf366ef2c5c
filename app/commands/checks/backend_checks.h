// The checks of each topic for every backend of a machine.
#pragma once

#include "commands/checks/check.h"
#include "commands/choices.h"
#include "commands/machine.h"
#include "commands/trace.h"

namespace winnow::commands {

/// Throws Error(bad_input) before anything is allocated if a size of --sizes is beyond a limit, and
/// Error(absent) if the options name a backend, a block scan and a grid strategy that it does not offer.
void check_scans(Machine& machine, const CheckChoice& options, Checks& checks);
void check_compaction(Machine& machine, const CheckChoice& options, Checks& checks);
/// Every step goes to `trace`.
void check_replay(Machine& machine, const CheckChoice& options, Checks& checks, Trace& trace);

}  // namespace winnow::commands
