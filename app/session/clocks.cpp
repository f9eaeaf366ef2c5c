#include "session/clocks.h"

#include <algorithm>
#include <cmath>
#include <thread>

namespace winnow::session {

std::uint64_t FrameClock::advance(std::uint32_t steps_per_second, std::uint32_t frames_per_second) {
    const std::int64_t frames = frames_per_second, whole = phase_.of;
    const std::int64_t scaled = std::int64_t{phase_.part} * frames;
    const std::int64_t before = scaled / whole - (scaled % whole < 0 ? 1 : 0);
    const std::int64_t due = before + steps_per_second;
    const std::int64_t steps = due > 0 ? (due + frames - 1) / frames : 0;
    phase_ = {static_cast<std::int32_t>(due - steps * frames), frames_per_second};
    return static_cast<std::uint64_t>(steps);
}

int StepClock::advance(double seconds, double step_seconds, double time_scale, int most) {
    ahead_ += std::max(seconds, 0.0) * time_scale;
    const double due = std::max(0.0, std::ceil(ahead_ / step_seconds));
    if (due > most) {
        ahead_ = 0;
        return most;
    }
    ahead_ = std::min(0.0, ahead_ - due * step_seconds);
    return static_cast<int>(due);
}

void FrameRate::tick(Clock::time_point now) {
    constexpr std::chrono::milliseconds window{500};
    ticks_.push_back(now);
    while (ticks_.size() > 2 && now - ticks_.front() > window) ticks_.pop_front();
}

float FrameRate::per_second() const {
    if (ticks_.size() < 2) return 0;
    const std::chrono::duration<float> span = ticks_.back() - ticks_.front();
    return static_cast<float>(ticks_.size() - 1) / std::max(span.count(), 1e-6f);
}

void FrameCap::wait(std::uint32_t per_second) {
    const auto now = Clock::now();
    if (per_second == 0) {
        next_ = now;
        return;
    }
    std::this_thread::sleep_until(next_);
    const auto interval =
        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1.0 / per_second));
    next_ = std::max(next_ + interval, now);  // a late frame does not shorten the frames after it
}

}  // namespace winnow::session
