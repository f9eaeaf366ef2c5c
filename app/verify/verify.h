// The checks of each topic for every backend of a machine.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "session/choices.h"
#include "verify/checkers/inputs.h"

namespace winnow::session {
class Machine;
class Trace;
}  // namespace winnow::session

namespace winnow::verify {

class Checks;

/// The inputs and the depth of the checks.
struct CheckChoice : session::SimulationChoice {
    std::vector<std::uint64_t> sizes;  // numbers of elements, added to the checks' own
    ScanType type;
    std::optional<Input> pattern;  // for the scans' inputs; empty: all
    bool quick = false;            // fewer sizes and steps
};

/// Throws Error(bad_input) before anything is allocated if a size of --sizes is beyond a limit, and
/// Error(absent) if the options name a backend, a block scan and a grid strategy that it does not offer.
void check_scans(session::Machine& machine, const CheckChoice& options, Checks& checks);
void check_compaction(session::Machine& machine, const CheckChoice& options, Checks& checks);
/// Checks that runs give the same states whatever computes them. Every step goes to `trace`.
void check_replay(session::Machine& machine, const CheckChoice& options, Checks& checks,
                  session::Trace& trace);
/// Checks the Lab's teaching kernels against what it draws, with every operator that they know.
void check_lab(session::Machine& machine, const CheckChoice& options, Checks& checks);
/// Checks what frames show.
void check_draw(session::Machine& machine, const CheckChoice& options, Checks& checks);

}  // namespace winnow::verify
