// Ctrl+E: the window with everything that leaves Winnow: pictures, films, the run's state and the effect, and
// the files that were written.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ui/widgets.h"

namespace winnow::ui {

class ExportWindow {
  public:
    /// Takes what concerns exports out of the actions, and draws the window while it is open. `left`: pixels
    /// of the window that the panel covers.
    void draw(Draw& draw, float left);

  private:
    void take_actions(Draw& draw);
    void note_files(const Model& model);
    void contents(Draw& draw);
    void picture(Draw& draw);
    void film(Draw& draw);
    void film_choices(Draw& draw);
    void state_and_effect(Draw& draw);
    void written(Draw& draw);

    bool open_ = false;
    bool with_panel_ = false, transparent_ = false;  // of the next picture
    std::size_t size_ = 0;                           // of the next picture, from the list; 0: the window's
    FilmChoice film_;
    std::vector<std::string> files_;  // written since the program began, the newest first
};

}  // namespace winnow::ui
