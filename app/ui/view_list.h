// The list of views that are kept for the effect: places of the camera, by name.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "ui/widgets.h"

namespace winnow::ui {

class ViewList {
  public:
    void draw(Draw& draw);

  private:
    void row(Draw& draw, std::size_t index);

    std::optional<std::size_t> renamed_;  // whose name is being typed
    std::string typed_;
};

}  // namespace winnow::ui
