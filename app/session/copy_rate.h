// How fast this machine copies memory on the GPU, measured between the frames of a window.
#pragma once

#include <cstdint>
#include <optional>

#include "gl/passes.h"
#include "session/race.h"

namespace winnow::session {

/// One copy a frame, of arrays that no cache holds on a GPU; the median counts. None is waited for.
class CopyRate {
  public:
    static constexpr std::uint64_t samples = 15;

    /// Allocates the arrays. Throws as RaceTrack does.
    CopyRate(const gl::Tools& tools, gl::MemoryProvider& memory);

    /// Takes the time of the last copy, and submits the next once it is there. Call it once a frame.
    void advance();
    /// Returns the bytes that are read or written in a second, in GB; nullopt: not yet known.
    std::optional<double> gigabytes_per_second() const;

  private:
    gl::Timers timers_;
    RaceTrack track_;
    RaceTimes times_;
    std::uint64_t submitted_ = 0;
};

}  // namespace winnow::session
