// Paints a drawing as an SVG file that stands alone: it has its own colours for light and dark pages and
// names no other file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "lab/drawing.h"

namespace winnow::lab {

/// Paints one frame, or the whole run.
std::string svg_of(const Drawing& drawing, std::optional<std::size_t> frame = {});

}  // namespace winnow::lab
