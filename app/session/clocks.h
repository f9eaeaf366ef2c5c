// Time: how many steps lie between two frames of a film and of a window, and how many frames a second there
// are.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>

#include "effects/effect.h"

namespace winnow::session {

/// Turns frames of equal length into whole steps: after n of them floor(n * steps a second / frames a
/// second) are due, so that no error adds up and films whose parts are rendered apart join exactly. The step
/// number alone does not say how far a frame's time is beyond it (several frames may show one step), so
/// that a saved state keeps the phase.
class FrameClock {
  public:
    /// The part of a step that the frames are ahead of the steps: `part` / `of`, below 1.
    struct Phase {
        std::uint32_t part = 0, of = 1;
        bool operator==(const Phase&) const = default;
    };

    FrameClock() = default;
    explicit FrameClock(Phase phase) : phase_(phase) {}
    /// The steps of the next frame. At another number of frames a second than before, the phase is
    /// rounded down to what is possible with it.
    std::uint64_t advance(std::uint32_t steps_per_second, std::uint32_t frames_per_second);
    Phase phase() const { return phase_; }

  private:
    Phase phase_;
};

using Clock = std::chrono::steady_clock;

/// Turns the time of frames into whole steps of fixed length. What a frame cannot hold is lost: time
/// visibly slows, instead of every frame making the next one later still.
class StepClock {
  public:
    static constexpr int most_steps = 4;  // in a frame

    /// The steps due after `seconds` more. `step_seconds` and `time_scale` are above 0.
    int advance(double seconds, double step_seconds, double time_scale);
    /// Forgets the time that has not become a step yet.
    void clear() { waiting_ = 0; }

  private:
    double waiting_ = 0;  // simulated seconds
};

/// The steps before the first frame: a run at step 0 is to have made so many.
std::uint64_t prewarm_steps(const effects::Effect& effect);

/// Frames per second over the last half second.
class FrameRate {
  public:
    void tick(Clock::time_point now);
    float per_second() const;

  private:
    std::deque<Clock::time_point> ticks_;
};

/// Holds frames to a rate.
class FrameCap {
  public:
    /// Waits until the next frame may begin; `per_second` 0: at once.
    void wait(std::uint32_t per_second);

  private:
    Clock::time_point next_{};
};

}  // namespace winnow::session
