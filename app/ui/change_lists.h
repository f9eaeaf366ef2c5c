// Two lists that open beside their buttons: the changes that were made, to go back to any of them, and the
// places where the running effect differs from its file.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ui/widgets.h"

namespace winnow::ui {

class ChangeLists {
  public:
    /// Opens the lists that keys or buttons asked for, and draws the one that is open.
    void draw(Draw& draw);

  private:
    void history(Draw& draw);
    void differences(Draw& draw);

    std::size_t seen_done_ = 0;       // of the history, in the last frame
    std::vector<std::string> shown_;  // differences since the list was opened; those that are gone keep their
                                      // rows, so that no row moves under the pointer
};

}  // namespace winnow::ui
