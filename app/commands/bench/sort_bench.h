// Measures the radix sort of this project beside other people's, and the CPU's.
#pragma once

#include "base/progress.h"
#include "commands/bench/floor_row.h"
#include "commands/choices.h"
#include "commands/machine.h"

namespace winnow::commands {

/// Random keys with their places as values. By default 2^16 to 2^26 of them (2^12 to 2^16 where a CPU
/// renders), by 16 and by 32 bits, digits placed by the scan that the options name; with --all by that of
/// every grid strategy. A row whose result is wrong is no row but a fault. Throws Error(bad_input) before
/// anything is allocated if a number of --sizes does not fit.
FloorBench bench_sort(Machine& machine, const SortBenchChoice& options, Progress& progress);

}  // namespace winnow::commands
