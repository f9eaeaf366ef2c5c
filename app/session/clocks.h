// Clocks that turn the time of frames into simulation steps, for videos and for the window, and a counter of
// frames per second.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>

#include "effects/model/effect.h"
#include "state/state_file.h"

namespace winnow::session {

/// Turns frames of equal length into whole steps: after n frames, ceil(n * steps per second / frames per
/// second) steps are made, so that each frame lies between two of them. No error accumulates, and parts of a
/// video that are rendered separately join exactly. The step number alone does not tell how far the steps are
/// ahead of a frame, because several frames may lie before one step; a saved state therefore keeps the phase.
class FrameClock {
  public:
    using Phase = state::FramePhase;

    FrameClock() = default;
    explicit FrameClock(Phase phase) : phase_(phase) {}
    /// Returns the number of steps in the next frame. If `frames_per_second` differs from that of the last
    /// call, the phase is rounded down to a value that is possible at the new rate.
    std::uint64_t advance(std::uint32_t steps_per_second, std::uint32_t frames_per_second);
    Phase phase() const { return phase_; }
    /// Returns how long before the end of the last step the frame is, in steps, below 1.
    double behind() const { return std::max(0.0, -static_cast<double>(phase_.part) / phase_.of); }

  private:
    Phase phase_;
};

using Clock = std::chrono::steady_clock;

/// Turns the time of frames into whole steps of fixed length; each frame lies between two steps. Time beyond
/// the most steps of a frame is discarded: the simulation visibly slows down, but one slow frame does not
/// make the next one even slower.
class StepClock {
  public:
    static constexpr int max_steps = 4;  // per frame

    /// Returns the steps that are due after `seconds` more, at most `most`. Precondition: `step_seconds` and
    /// `time_scale` are above 0.
    int advance(double seconds, double step_seconds, double time_scale, int most = max_steps);
    /// Puts the frame to the end of the last step.
    void clear() { ahead_ = 0; }
    /// Returns how long before the end of the last step the frame is, in seconds of the simulation.
    double behind() const { return -ahead_; }

  private:
    double ahead_ = 0;  // of the frame, in seconds of the simulation; after advance() 0 or below
};

/// Measures frames per second over the last half second.
class FrameRate {
  public:
    void tick(Clock::time_point now);
    float per_second() const;

  private:
    std::deque<Clock::time_point> ticks_;
};

/// Limits the rate of frames.
class FrameCap {
  public:
    /// Waits until the next frame may begin; returns at once if `per_second` is 0.
    void wait(std::uint32_t per_second);

  private:
    Clock::time_point next_{};
};

}  // namespace winnow::session
