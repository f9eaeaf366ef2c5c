// The list of views that are kept for the effect: places of the camera, by name.
#pragma once

#include <cstddef>

#include "ui/text_field.h"

namespace winnow::ui {

class ViewList {
  public:
    void draw(Draw& draw);

  private:
    void row(Draw& draw, std::size_t index);

    TypedName typed_;
};

}  // namespace winnow::ui
