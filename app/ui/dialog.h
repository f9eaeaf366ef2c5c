// The modal dialog: a question about unsaved changes, or a field for a path.
#pragma once

#include <string>

#include "ui/widgets.h"

namespace winnow::ui {

class DialogWindow {
  public:
    /// Draws the dialog that the model's document asks for, if any; the answer becomes an event.
    void draw(Draw& draw);

  private:
    Dialog shown_ = Dialog::none;  // in the last frame
    std::string path_;             // as typed so far
};

}  // namespace winnow::ui
