// F6: the panel, or the Lab, by the keyboard alone, with ImGui's navigation.
#pragma once

#include "ui/draw.h"

namespace winnow::ui {

/// True while the arrow keys, Space, Enter and Tab belong to the panel and not to the scene.
bool keyboard_is_in_panel();

/// True if the keyboard is on an item of the current window that lies within the rectangle.
bool keyboard_is_within(ImVec2 least, ImVec2 most);

/// True if a right click or a key asks for the menu of the last item, or of the row of the current window
/// that lies in the rectangle. The first that answers has it.
bool item_asks_for_menu(Draw& draw);
bool row_asks_for_menu(Draw& draw, ImVec2 least, ImVec2 most);

/// True while a button of the mouse or an arrow key is held that was pressed in a frame before: what is done
/// meanwhile is one gesture.
bool press_goes_on();

/// True if Space or Enter has pressed the last item, which is a button.
bool item_is_pressed_by_key(bool is_pressed);

/// Puts the keyboard on a widget of the current window, if the keyboard is in the panel.
void give_keyboard_to(const Widget& widget);

/// Gives the keys to the panel or takes them back, if a key has asked for it. Call it in the panel's window.
void switch_keyboard(Draw& draw);

}  // namespace winnow::ui
