// Paints a drawing as an SVG file that stands alone: it has its own colours for light and dark pages and
// names no other file.
#pragma once

#include <string>

#include "lab/drawing.h"

namespace winnow::lab {

std::string svg_of(const Drawing& drawing);

}  // namespace winnow::lab
