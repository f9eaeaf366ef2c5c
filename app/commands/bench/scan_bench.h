// Measures every scan of this machine beside the copies that it is divided by.
#pragma once

#include "base/progress.h"
#include "commands/bench/scan_row.h"
#include "commands/choices.h"
#include "commands/machine.h"

namespace winnow::commands {

/// A row whose result is wrong is no row but a fault. Throws Error(bad_input) before anything is allocated if
/// a size of --sizes does not fit.
ScanBench bench_scan(Machine& machine, const ScanBenchChoice& options, Progress& progress);

}  // namespace winnow::commands
