// An X server that ends, or a connection to it that breaks, while a window is open.
#pragma once

namespace winnow::gl {

/// Xlib ends the process when its connection breaks; from now on it only marks the display as lost. To be
/// called when GLFW has opened its display. Elsewhere than on X (on Wayland, GLFW closes the window) it
/// changes nothing.
void survive_lost_display();

/// Whether that has happened. Then no call of GLFW or GLX means anything; OpenGL's calls that touch no window
/// still do what they should.
bool display_is_lost();

}  // namespace winnow::gl
