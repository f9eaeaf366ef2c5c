// Draws small curves of recent samples, and bars.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <deque>

namespace winnow::ui {

/// The newest samples, oldest first.
class History {
  public:
    void push(float sample);
    const std::deque<float>& samples() const { return samples_; }
    float most() const;

  private:
    static constexpr std::size_t capacity = 120;
    std::deque<float> samples_;
};

/// Draws a curve over the whole width, from 0 to the largest sample; takes `size` in the layout.
void sparkline(const History& history, ImVec2 size, const ImVec4& color);

/// Draws a thin bar with `share` (0 to 1) of the width filled, centred on its line of text.
void bar(float share, float width, const ImVec4& color);

}  // namespace winnow::ui
