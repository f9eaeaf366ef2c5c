// The sequential reference as a backend: reads back, scans and uploads. It is the exception to the rule that
// nothing is read back.
#pragma once

#include <memory>

#include "scan/scan.h"

namespace winnow::scan {

std::unique_ptr<Scan> make_cpu_scan(ScanType type = {});

/// The reference scan on all cores (parallel_scan), for comparison.
std::unique_ptr<Scan> make_parallel_cpu_scan(ScanType type = {});

}  // namespace winnow::scan
