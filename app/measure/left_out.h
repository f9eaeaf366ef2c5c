// What a benchmark did not measure, and why.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace winnow::measure {

struct LeftOut {
    std::string what, reason;
    bool operator==(const LeftOut&) const = default;
};

/// Adds it unless it is there already.
void leave_out(std::vector<LeftOut>& list, std::string what, std::string reason);

/// Whether `require` throws no Error(bad_input); if it does, `what` is left out for that reason.
bool passes_or_is_left_out(std::vector<LeftOut>& list, std::string what,
                           const std::function<void()>& require);

}  // namespace winnow::measure
