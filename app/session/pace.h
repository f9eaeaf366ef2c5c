// Time in the window: how many steps a picture holds, how many pictures a second there are.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>

#include "effects/effect.h"

namespace winnow::session {

using Clock = std::chrono::steady_clock;

/// Turns the time of pictures into whole steps of fixed length. What a picture cannot hold is lost: time
/// visibly slows, instead of every picture making the next one later still.
class StepClock {
  public:
    static constexpr int most_steps = 4;  // in a picture

    /// The steps due after `seconds` more. `step_seconds` and `time_scale` are above 0.
    int advance(double seconds, double step_seconds, double time_scale);
    /// Forgets the time that has not become a step yet.
    void clear() { waiting_ = 0; }

  private:
    double waiting_ = 0;  // simulated seconds
};

/// The steps before the first picture: a run at step 0 is to have made so many.
std::uint64_t prewarm_steps(const effects::Effect& effect);

/// Pictures per second over the last half second.
class PictureRate {
  public:
    void tick(Clock::time_point now);
    float per_second() const;

  private:
    std::deque<Clock::time_point> ticks_;
};

/// Holds pictures to a rate.
class PictureCap {
  public:
    /// Waits until the next picture may begin; `per_second` 0: at once.
    void wait(std::uint32_t per_second);

  private:
    Clock::time_point next_{};
};

}  // namespace winnow::session
