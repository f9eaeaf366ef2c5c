// A small cross in a corner of the scene that shows how the world's axes lie; a click on an end looks along
// that axis.
#pragma once

#include <optional>

#include "ui/widgets.h"

namespace winnow::ui {

class AxisCross {
  public:
    /// Takes clicks on the ends of the axes, as the camera of the last frame saw them.
    void interact(Draw& draw, const Covered& covered);
    /// Draws the cross behind the panel, as the camera of this frame sees it.
    void paint(const Model& model, const Fonts& fonts, float scale) const;
    void hide() { middle_.reset(); }

  private:
    std::optional<ImVec2> middle_;  // nullopt: it is hidden
    std::optional<int> hovered_;    // of the ends
};

}  // namespace winnow::ui
