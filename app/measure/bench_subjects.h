// Which scans a benchmark measures, and why not the others.
#pragma once

#include <vector>

#include "measure/measure.h"
#include "measure/scan_row.h"
#include "session/machine.h"
#include "verify/subjects.h"

namespace winnow::measure {

/// Of the chosen backends' scans on the GPU those that they offer for the type; the others are left out in
/// `bench`. Without --all a pair that is left to the device is measured as what the device resolves it to,
/// with the textbook's Blelloch x scan-then-propagate beside it.
std::vector<verify::Subject> measured_subjects(const session::Machine& machine, const BenchChoice& options,
                                               ScanType type, ScanBench& bench);

/// The same for one choice: what the suite resolves it to, if it is offered.
std::vector<verify::Subject> measured_subjects(const session::Machine& machine, const BenchChoice& options,
                                               ScanType type, const std::vector<ScanChoice>& choices,
                                               ScanBench& bench);

/// Whether the options let the CPU's rows in.
bool measures_cpu(const BenchChoice& options);

}  // namespace winnow::measure
