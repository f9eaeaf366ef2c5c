// Measures the frustum cull of the draw list beside a copy of the positions.
#pragma once

#include "base/progress.h"
#include "commands/bench/floor_row.h"
#include "commands/choices.h"
#include "commands/machine.h"

namespace winnow::commands {

/// By default 100 k to 64 M particles (10 k and 100 k where a CPU renders) of which 0 to 100 % are in sight,
/// at random. A row whose list is wrong is no row but a fault. Throws Error(bad_input) before anything is
/// allocated if a number of --sizes does not fit.
FloorBench bench_cull(Machine& machine, const CullBenchChoice& options, Progress& progress);

}  // namespace winnow::commands
