#include "base/clock_map.h"

#include <algorithm>
#include <cmath>

namespace winnow {

bool ClockMap::is_due(Host now) const {
    return parts_.empty() || now - parts_.back().host >= between_comparisons;
}

void ClockMap::compare(Host host, Other other) {
    const Other measured = host.time_since_epoch() - other;
    const Other ahead = parts_.empty() ? measured : parts_.back().ahead_at(other);
    parts_.push_back({host, other, ahead, measured - ahead});
    if (parts_.size() > max_parts) parts_.pop_front();
}

ClockMap::Host ClockMap::to_host(Other other) const {
    return Host(other + part_of(other).ahead_at(other));
}

/// Times before the first comparison belong to the first part.
const ClockMap::Part& ClockMap::part_of(Other other) const {
    const auto later =
        std::find_if(parts_.rbegin(), parts_.rend(), [&](const Part& part) { return part.begin <= other; });
    return later == parts_.rend() ? parts_.front() : *later;
}

ClockMap::Other ClockMap::Part::ahead_at(Other other) const {
    using Seconds = std::chrono::duration<double>;
    const double share = std::clamp(Seconds(other - begin) / Seconds(between_comparisons), 0.0, 1.0);
    return ahead + Other(std::llround(static_cast<double>(correction.count()) * share));
}

}  // namespace winnow
