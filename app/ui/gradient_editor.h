// Draws a gradient of colours whose stops can be dragged, added and removed.
#pragma once

#include <string>

#include "ui/widgets.h"

namespace winnow::ui {

/// Draws the gradient `value`, {"gradient": [[place, colour], ...], ...}, whose list of stops is at
/// `pointer`, named `name`, and below it the stop that was touched last. A double click adds a stop, a right
/// click removes it.
void gradient_editor(Draw& draw, const std::string& name, const std::string& pointer,
                     const nlohmann::json& value);

}  // namespace winnow::ui
