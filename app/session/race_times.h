// The times of one scan in a race.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace winnow::session {

/// Counts all samples and remembers the newest, so that the median follows a machine whose speed changes.
class RaceTimes {
  public:
    static constexpr std::size_t remembered = 31;

    void add(double milliseconds);
    std::uint64_t count() const { return count_; }
    /// Returns the median of the samples that are remembered; 0: there is none.
    double median() const;

  private:
    std::array<double, remembered> newest_{};  // a ring
    std::uint64_t count_ = 0;
};

}  // namespace winnow::session
