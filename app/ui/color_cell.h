// A colour of light: a swatch, and a picker of its hue and its intensity.
#pragma once

#include <span>
#include <string_view>

#include "ui/widgets.h"

namespace winnow::ui {

/// Draws a swatch of light with alpha, which opens a picker of its hue, its intensity and its alpha. Returns
/// true if the colour was changed.
bool color_cell(Draw& draw, std::string_view name, std::span<float, 4> light);

}  // namespace winnow::ui
