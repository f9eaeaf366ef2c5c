// The icon that the desktop shows for the window.
#pragma once

struct GLFWwindow;

namespace winnow::ui {

/// Gives the window the program's icon in several sizes. Wayland shows that of the desktop file instead.
void set_window_icon(GLFWwindow* window);

}  // namespace winnow::ui
