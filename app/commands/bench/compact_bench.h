// Measures every compactor of this machine beside copies, other people's ways, and no removal at all.
#pragma once

#include "base/progress.h"
#include "commands/bench/floor_row.h"
#include "commands/choices.h"
#include "commands/machine.h"

namespace winnow::commands {

/// A row whose result is wrong is no row but a fault. Throws Error(bad_input) before anything is allocated if
/// records of --sizes do not fit.
FloorBench bench_compact(Machine& machine, const CompactBenchChoice& options, Progress& progress);

}  // namespace winnow::commands
