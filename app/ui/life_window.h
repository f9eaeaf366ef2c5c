// The card of the particle that is followed, its marks in the picture, and the table of particles.
#pragma once

#include "ui/widgets.h"

namespace winnow::ui {

class LifeWindow {
  public:
    /// Draws the card and the table beside the panel and above the timeline. Returns how many pixels the card
    /// covers at the right.
    float draw(Draw& draw, const Covered& covered) const;
    /// Draws the marks of the particle, whose places are those of the frame beneath.
    void mark(const LifeModel& life, const Fonts& fonts, float scale, UiMap& map) const;
};

/// Draws the table at the lower edge of what is left of the window, and adds the person's requests.
void life_table(Draw& draw, const LifeTable& table, const Covered& covered);

}  // namespace winnow::ui
