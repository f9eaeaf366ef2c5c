// The window, its input, and an X server that ends while it is open.
#pragma once

#include <string>

#include "gl/context.h"

struct GLFWwindow;

namespace winnow::gl {

/// Xlib ends the process when its connection breaks; from now on it only marks the display as lost. To be
/// called when GLFW has opened its display. Elsewhere than on X (on Wayland, GLFW closes the window) it
/// changes nothing.
void survive_lost_display();

/// Whether that has happened. Then no call of GLFW or GLX means anything; OpenGL's calls that touch no window
/// still do what they should.
bool display_is_lost();

struct WindowOptions {
    ContextOptions context;
    int width = 1280, height = 720;  // in screen coordinates
    std::string title = "Winnow";
};

/// Error(absent) from whatever finds that the display went away.
class Window : public Context {
  public:
    /// Error(absent) without a display (naming the command to use instead) or without OpenGL 4.5.
    explicit Window(const WindowOptions& options);
    ~Window() override;

    bool should_close() const;
    void close();
    /// Takes back that the window was asked to close.
    void stay_open();
    void set_title(const std::string& title);
    void poll_events();
    /// Waits for an event, at most `seconds`; for a window that has nothing to draw.
    void wait_events(double seconds);
    /// Shows what was drawn. Throws Error(absent) if the context is lost.
    void swap();
    void set_vsync(bool on);
    /// Asks for a size in screen coordinates.
    void resize(Size size);
    /// Fills the monitor that the window's middle is on, or gives the window its place back.
    void set_fullscreen(bool on);
    Size framebuffer() const;
    GLFWwindow* handle() const { return window_; }

  private:
    struct Place {
        int x = 0, y = 0, width = 0, height = 0;  // in screen coordinates
    };
    GLFWwindow* window_ = nullptr;
    Place before_fullscreen_;
};

}  // namespace winnow::gl
