// Times of another clock, such as a GPU's, on the host's clock.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>

namespace winnow {

/// Follows a clock that drifts. The map from its times to the host's is continuous and increasing, so spans
/// that are nested or apart stay so: what a comparison corrects is spread over the time after it.
class ClockMap {
  public:
    using Host = std::chrono::steady_clock::time_point;
    using Other = std::chrono::nanoseconds;  // since any moment

    static constexpr std::chrono::seconds between_comparisons{1};

    /// True if it is time to compare the clocks again.
    bool is_due(Host now) const;
    /// Notes that the other clock shows `other` at the moment `host`. Comparisons come in the order of time.
    void compare(Host host, Other other);
    /// Precondition: the clocks were compared.
    Host to_host(Other other) const;

  private:
    /// Begins at a comparison and ends at the next.
    struct Part {
        Host host;         // of the comparison
        Other begin;       // of the comparison, on the other clock
        Other ahead;       // the host's clock minus the other, as mapped at the beginning
        Other correction;  // of `ahead`, complete once between_comparisons have passed
        Other ahead_at(Other other) const;
    };
    const Part& part_of(Other other) const;

    static constexpr std::size_t max_parts = 16;  // older times no longer arrive
    std::deque<Part> parts_;
};

}  // namespace winnow
