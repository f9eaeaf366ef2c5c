// Shows a widget of the panel that was asked for, wherever it is: what it lies in opens, the panel scrolls to
// it, and for a moment it is lit.
#pragma once

#include <string>
#include <string_view>

#include "ui/ui_map.h"

namespace winnow::ui {

class Reveal {
  public:
    /// Shows the widget of this name in the next frames.
    void ask(std::string widget);
    /// True if the part of the panel with this name must open: it has the widget, or is it.
    bool opens(std::string_view part) const;
    /// Returns the widget whose place is to be opened; empty: none.
    const std::string& opening() const;
    /// Scrolls the current window to the widget once it is drawn, and lights it. Call it at the window's end.
    void draw(const UiMap& map, float scale);

  private:
    std::string widget_;  // empty: none is being shown
    int frames_ = 0;      // since it was asked for
    double lit_until_ = 0;
};

}  // namespace winnow::ui
