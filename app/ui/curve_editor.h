// Draws a curve, or the curves of a vector's axes, whose points can be dragged, added and removed.
#pragma once

#include <string>

#include "effects/model/field.h"
#include "ui/numbers.h"

namespace winnow::ui {

/// Draws the curve, or the gradient of vectors, that is the value at `pointer`, and below it the point that
/// was touched last, as numbers; a curve's with its slopes. `name` is that of the list of points, `range`
/// that of the values. Vectors have a line for each axis, one of which is edited. A double click adds a
/// point, a right click removes it.
void curve_editor(Draw& draw, const std::string& name, const std::string& pointer,
                  const nlohmann::json& value, const NumberStyle& style, const effects::Interval& range);

/// Returns what stands at the end of an axis. The end is a float, so that more digits than a float holds mean
/// nothing.
std::string axis_text(float value);

}  // namespace winnow::ui
