// The checks of each topic for every backend of a machine.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "commands/choices.h"
#include "commands/input.h"

namespace winnow::commands {

class Checks;
class Machine;
class Trace;

/// What is checked.
struct CheckChoice : SimulationChoice {
    std::vector<std::uint64_t> sizes;  // elements, beside the checks' own
    ScanType type;
    std::optional<Input> pattern;  // of the scans' inputs; empty: all
    bool quick = false;            // fewer sizes and steps
};

/// Throws Error(bad_input) before anything is allocated if a size of --sizes is beyond a limit, and
/// Error(absent) if the options name a backend, a block scan and a grid strategy that it does not offer.
void check_scans(Machine& machine, const CheckChoice& options, Checks& checks);
void check_compaction(Machine& machine, const CheckChoice& options, Checks& checks);
/// Every step goes to `trace`.
void check_replay(Machine& machine, const CheckChoice& options, Checks& checks, Trace& trace);

}  // namespace winnow::commands
