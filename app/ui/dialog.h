// The modal dialog: a question about unsaved changes, a field for a path, or a list of templates.
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
    std::string path_;             // as typed so far; of Dialog::create, the template that is chosen
    bool answered_ = false;  // in the last frame: if the answer is refused, the field has the keys again
};

}  // namespace winnow::ui
