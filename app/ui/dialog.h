// The one window that waits for an answer.
#pragma once

#include <string>

#include "ui/widgets.h"

namespace winnow::ui {

class DialogWindow {
  public:
    /// What the model's document asks, if anything; the answer becomes an event.
    void draw(Draw& draw);

  private:
    Dialog shown_ = Dialog::none;  // in the last picture
    std::string path_;             // as it is typed
};

}  // namespace winnow::ui
