// The Lab's controls below the stage: the frame that is shown, the zoom, the values and numbers of the
// lesson, and what stands beside it.
#pragma once

#include <optional>

#include "ui/lab_stage.h"

namespace winnow::ui {

class LabControls {
  public:
    void draw(Draw& draw);

    Prediction& prediction() { return prediction_; }
    /// The factor on the size of drawings that was asked for; nullopt: all of a drawing is seen.
    std::optional<float> zoom() const { return zoom_; }
    void zoom_by(float factor);
    /// Call it when drawings are laid out with this factor, from which zoom_by() goes on.
    void set_shown_zoom(float zoom) { shown_zoom_ = zoom; }

  private:
    void zoom_buttons(Draw& draw);
    void choices(Draw& draw);
    void predict_buttons(Draw& draw);
    void status(Draw& draw);

    Prediction prediction_;
    std::optional<float> zoom_ = 1;
    float shown_zoom_ = 1;
};

/// Draws the buttons that play a lesson and go from frame to frame, with a track of all frames between them
/// and the number of the frame. `space_after`: pixels left free at the line's end.
void transport(Draw& draw, float space_after);

}  // namespace winnow::ui
