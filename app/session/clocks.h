// Clocks that turn the time of frames into simulation steps, for videos and for the window, and a counter of
// frames per second.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>

#include "effects/model/effect.h"

namespace winnow::session {

/// Turns frames of equal length into whole steps: after n frames, floor(n * steps per second / frames per
/// second) steps are due. So no error accumulates, and parts of a video that are rendered separately join
/// exactly. The step number alone does not tell how far a frame's time is ahead of it, because several frames
/// may show one step; a saved state therefore keeps the phase.
class FrameClock {
  public:
    /// The part of a step by which the frames are ahead of the steps: `part` / `of`, below 1.
    struct Phase {
        std::uint32_t part = 0, of = 1;
        bool operator==(const Phase&) const = default;
    };

    FrameClock() = default;
    explicit FrameClock(Phase phase) : phase_(phase) {}
    /// Returns the number of steps in the next frame. If `frames_per_second` differs from that of the last
    /// call, the phase is rounded down to a value that is possible at the new rate.
    std::uint64_t advance(std::uint32_t steps_per_second, std::uint32_t frames_per_second);
    Phase phase() const { return phase_; }

  private:
    Phase phase_;
};

using Clock = std::chrono::steady_clock;

/// Turns the time of frames into whole steps of fixed length. Time beyond the most steps of a frame is
/// discarded: the simulation visibly slows down, but one slow frame does not make the next one even slower.
class StepClock {
  public:
    static constexpr int max_steps = 4;  // per frame

    /// Returns the steps that are due after `seconds` more. Precondition: `step_seconds` and `time_scale` are
    /// above 0.
    int advance(double seconds, double step_seconds, double time_scale);
    /// Discards the time that has not become a step yet.
    void clear() { waiting_ = 0; }

  private:
    double waiting_ = 0;  // simulated seconds
};

/// Returns the number of steps that prewarming makes before the first frame of a run that begins at step 0.
std::uint64_t prewarm_steps(const effects::Effect& effect);

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
