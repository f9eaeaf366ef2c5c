// F6: the panel by the keyboard alone, with ImGui's navigation.
#pragma once

#include "ui/draw.h"

namespace winnow::ui {

/// True while the arrow keys, Space, Enter and Tab belong to the panel and not to the scene.
bool keyboard_is_in_panel();

/// Gives the keys to the panel or takes them back, if a key has asked for it. Call it in the panel's window.
void switch_keyboard(Draw& draw);

}  // namespace winnow::ui
