// The Lab: lessons at the left, the stage in the middle, and below it the controls. It covers the window
// while the simulation goes on behind it, but for an opening in lessons on its particles.
#pragma once

#include <array>

#include "ui/lab_controls.h"
#include "ui/lab_stage.h"

namespace winnow::ui {

class LabWindow {
  public:
    /// Precondition: the model has a Lab.
    void draw(Draw& draw);
    const LabScene& scene() const { return scene_; }

  private:
    void background(float alpha) const;
    void lesson_list(Draw& draw);
    void column(Draw& draw, bool with_list_of_lessons);
    void stages(Draw& draw, float height, bool with_titles);
    float above_scene(const StageLayout& stage, float most);

    std::array<LabStage, 2> stages_;  // of the panes
    LabScene scene_;
    LabControls controls_;
    float controls_height_ = 0;  // in the last frame
    float above_scene_ = 0;      // height of the panes
    std::string shown_lesson_;   // whose entry was last scrolled into sight
};

/// Draws the race over the rest of the current window. Precondition: the Lab shows it.
void race_stage(Draw& draw);

/// Draws the caption of the tour's present stop, if there is one, in the Lab.
void tour_caption(Draw& draw);
/// Draws over the particles: the offer of the tour, or its last caption.
void tour_over_scene(Draw& draw, const Covered& covered);
/// Begins the tour, and remembers that it need not be offered again.
void begin_tour(Draw& draw);

}  // namespace winnow::ui
