// Draws a curve whose points can be dragged, added and removed.
#pragma once

#include <string>

#include "ui/widgets.h"

namespace winnow::ui {

/// Draws the curve of the list of points at `pointer`, named `name`, and below it the point that was touched
/// last, as numbers. A double click adds a point, a right click removes it.
void curve_editor(Draw& draw, const std::string& name, const std::string& pointer,
                  const nlohmann::json& points, const NumberStyle& style);

/// Returns what stands at the end of an axis. The end is a float, so that more digits than a float holds mean
/// nothing.
std::string axis_text(float value);

}  // namespace winnow::ui
