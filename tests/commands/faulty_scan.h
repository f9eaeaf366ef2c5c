// Scans that are wrong in one way each.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "scan/scan.h"

namespace winnow::test {

struct FaultyScan {
    std::string name;
    std::unique_ptr<scan::Scan> scan;
};

/// One of every kind of mistake.
std::vector<FaultyScan> faulty_scans();

}  // namespace winnow::test
