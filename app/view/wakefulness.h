// How long a window in which nothing moves is still drawn.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "session/clocks.h"

namespace winnow::view {

class Wakefulness {
  public:
    /// Time in which the last figures arrive and tooltips open.
    static constexpr std::chrono::seconds after_news{1};
    /// Dear ImGui takes a move of the pointer, a press and its release in frames of their own, however long
    /// those take.
    static constexpr std::uint32_t frames_after_input = 4;

    void take_input(session::Clock::time_point now) {
        stay_until(now + after_news);
        frames_ = frames_after_input;
    }
    void stay_until(session::Clock::time_point end) { end_ = std::max(end_, end); }
    /// Counts a frame.
    void draw() { frames_ -= frames_ > 0 ? 1 : 0; }

    bool lasts(session::Clock::time_point now) const { return frames_ > 0 || now <= end_; }

  private:
    session::Clock::time_point end_;
    std::uint32_t frames_ = 0;  // that are drawn even after the end
};

}  // namespace winnow::view
