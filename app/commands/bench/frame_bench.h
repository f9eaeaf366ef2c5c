// Measures whole steps: simulate, vote, scan, compact, spawn.
#pragma once

#include "base/progress.h"
#include "commands/bench/frame_row.h"
#include "commands/choices.h"
#include "commands/machine.h"
#include "commands/trace.h"

namespace winnow::commands {

/// See frame_cases(). Every step goes to `trace`. Throws Error(bad_input) if what was asked for does not fit.
FrameBench bench_frame(Machine& machine, const FrameBenchChoice& options, Progress& progress, Trace& trace);

}  // namespace winnow::commands
