// What a benchmark did not measure, and why.
#pragma once

#include <string>
#include <vector>

namespace winnow::commands {

struct LeftOut {
    std::string what, reason;
    bool operator==(const LeftOut&) const = default;
};

/// Adds it unless it is there already.
void leave_out(std::vector<LeftOut>& list, std::string what, std::string reason);

}  // namespace winnow::commands
