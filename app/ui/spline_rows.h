// Draws the points of a spline as rows of numbers.
#pragma once

#include <string>

#include "ui/numbers.h"

namespace winnow::ui {

/// Draws a box that closes the spline `value`, and a row for each point, with buttons that add a point behind
/// it and remove it. Named "<name>/closed", "<name>/<point>/<coordinate>", "<name>/<point>/add" and
/// "<name>/<point>/remove". A change edits `pointer` to the whole spline.
void spline_rows(Draw& draw, const std::string& name, const std::string& pointer, const nlohmann::json& value,
                 const NumberStyle& style);

}  // namespace winnow::ui
