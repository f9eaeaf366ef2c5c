// Two versions of the effect side by side: the panel's section that chooses the second one, and the bar
// between them in the picture.
#pragma once

#include <cstddef>
#include <string>

#include "ui/draw.h"

namespace winnow::ui {

class VersionSection {
  public:
    void draw(Draw& draw);

  private:
    std::size_t chosen_ = 0;  // of the list
    std::string path_;        // typed, of another file
};

/// Draws the bar that divides the scene while a version is shown, with the names of both sides. It can be
/// dragged; a double click puts it in the middle.
void version_bar(Draw& draw, const Area& scene);

}  // namespace winnow::ui
