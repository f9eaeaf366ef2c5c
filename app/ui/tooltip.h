// Tooltips: what they say is shown once the pointer has rested on a widget.
#pragma once

#include <string_view>

#include "ui/draw.h"

namespace winnow::ui {

/// Measures how long the pointer has rested on one item. ImGui before 1.89 does not tell.
class Rest {
  public:
    /// Returns the time on the last item. Call it in every frame in which that item is hovered.
    double seconds();

  private:
    ImVec2 at_;
    int seen_in_ = 0;  // ImGui's frame count
    double since_ = 0;
};

/// Shows the tooltip of the last item once the pointer has rested on it.
void tooltip(Draw& draw, std::string_view text);

}  // namespace winnow::ui
