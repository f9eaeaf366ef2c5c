// Buttons with the signs that players of sound and film have, drawn as shapes, since fonts lack some.
#pragma once

#include <optional>

#include "ui/draw.h"

namespace winnow::ui {

enum class TransportIcon { first, back, play, pause, forward, last, loop, marker };

/// Draws a button of `transport_button_width` natural pixels. Returns true if it was pressed. `on`: as of
/// button().
bool icon_button(Draw& draw, const char* name, TransportIcon icon, const char* tip,
                 std::optional<bool> on = std::nullopt, bool enabled = true);

inline constexpr float transport_button_width = 32;
inline constexpr float transport_button_gap = 3;  // natural pixels to the next widget of the line

}  // namespace winnow::ui
