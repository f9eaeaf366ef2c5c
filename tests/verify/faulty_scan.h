// Scans that are wrong in one way each.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "scan/scan.h"

namespace winnow::test {

struct FaultyScan {
    std::string name;
    std::unique_ptr<scan::Scan> scan;
};

/// Returns one scan for every kind of mistake that changes bits of a scan of integers.
std::vector<FaultyScan> faulty_scans(ScanType type = {});

/// Returns a correct scan of the type whose memory is changed afterwards.
std::unique_ptr<scan::Scan> spoiling(ScanType type, std::function<void(const scan::Request&)> after);

}  // namespace winnow::test
