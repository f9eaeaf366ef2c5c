// The card of the particle that is followed, its marks in the picture, and the table of particles.
#pragma once

#include "ui/widgets.h"

namespace winnow::ui {

class LifeWindow {
  public:
    /// Draws the card and the table beside the panel, which covers so much of the window. Call it once a
    /// frame.
    void draw(Draw& draw, float covered_left, float covered_below);
    /// Draws the marks of the particle, whose places are those of the frame beneath.
    void mark(const LifeModel& life, const Fonts& fonts, float scale, UiMap& map) const;

    /// Returns how many pixels the card covers at the right.
    float covered() const { return covered_; }

  private:
    void card(Draw& draw, float covered_below);

    float covered_ = 0;  // by the card, in this frame
};

/// Draws the table at the lower edge of what is left of the window, and adds the person's requests.
void life_table(Draw& draw, const LifeTable& table, float left, float below, float right);

}  // namespace winnow::ui
