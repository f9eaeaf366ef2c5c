// What a benchmark did not measure, and why.
#pragma once

#include <string>

namespace winnow::commands {

struct LeftOut {
    std::string what, reason;
    bool operator==(const LeftOut&) const = default;
};

}  // namespace winnow::commands
