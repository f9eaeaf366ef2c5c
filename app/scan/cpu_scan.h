// The reference as a backend: reads back, scans, uploads. The exception to "nothing is read back".
#pragma once

#include <memory>

#include "scan/scan.h"

namespace winnow::scan {

std::unique_ptr<Scan> make_cpu_scan(ScanType type = {});

/// The same on all cores, for comparison.
std::unique_ptr<Scan> make_parallel_cpu_scan(ScanType type = {});

}  // namespace winnow::scan
