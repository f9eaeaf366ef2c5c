// Which scans a benchmark measures, and why not the others.
#pragma once

#include <vector>

#include "commands/bench/measure.h"
#include "commands/bench/scan_row.h"
#include "commands/checks/chosen.h"
#include "commands/machine.h"

namespace winnow::commands {

/// Of the chosen backends' scans on the GPU those that they offer for the type; the others are left out in
/// `bench`. Without --all a pair that is left to the device is measured as what the device resolves it to,
/// with the textbook's Blelloch x scan-then-propagate beside it.
std::vector<Subject> measured_subjects(const Machine& machine, const BenchChoice& options, ScanType type,
                                       ScanBench& bench);

/// The same for one choice: what the suite resolves it to, if it is offered.
std::vector<Subject> measured_subjects(const Machine& machine, const BenchChoice& options, ScanType type,
                                       const std::vector<ScanChoice>& choices, ScanBench& bench);

/// Whether the options let the CPU's rows in.
bool measures_cpu(const BenchChoice& options);

}  // namespace winnow::commands
