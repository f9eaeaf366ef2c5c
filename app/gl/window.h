// A GLFW window with its OpenGL context, which survives the end of the X server.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "gl/clipboard.h"
#include "gl/context.h"
#include "gl/window_place.h"

struct GLFWwindow;

namespace winnow::gl {

/// Xlib ends the process when its connection to the X server breaks; after this call it only marks the
/// display as lost. Must be called after GLFW has opened its display. It changes nothing without X (on
/// Wayland, GLFW closes the window).
void survive_lost_display();

/// Returns true if the display is lost. Then calls of GLFW and GLX mean nothing; OpenGL calls that touch no
/// window still work.
bool display_is_lost();

/// Throws Error(absent), which says what happened, if the display is lost. To be called after calls of GLFW
/// whose results are used: on a lost display they return anything.
void require_display();

struct WindowOptions {
    ContextOptions context;
    int width = 1280, height = 720;  // in screen coordinates
    std::string title = "Winnow";
};

/// Throws Error(absent) from any function that notices that the display is lost.
class Window : public Context {
  public:
    /// Throws Error(absent) without a display (the message names the command to use instead) or without
    /// OpenGL 4.5.
    explicit Window(const WindowOptions& options);
    ~Window() override;

    bool should_close() const;
    /// Cancels a request to close the window.
    void stay_open();
    void set_title(const std::string& title);
    void poll_events();
    /// Waits at most `seconds` for an event; for a window that has nothing to draw.
    void wait_events(double seconds);
    /// Shows the frame. Throws Error(absent) if the context is lost.
    void swap();
    void set_vsync(bool on);
    /// Returns where the window is, or was before it filled a screen.
    WindowPlace place() const;
    /// Requests a place, unless a person could not reach the window there.
    void move(const WindowPlace& to);
    /// Requests a size in screen coordinates.
    void resize(Size size);
    /// Fills the monitor that shows the middle of the window, or restores the window's previous place.
    void set_fullscreen(bool on);
    Size framebuffer() const;
    Clipboard& clipboard() { return *clipboard_; }
    GLFWwindow* handle() const { return window_; }

  private:
    class Cutter;
    void watch_connection();

    GLFWwindow* window_ = nullptr;
    std::unique_ptr<Cutter> cutter_;
    std::optional<Clipboard> clipboard_;  // while GLFW is initialised
    WindowPlace before_fullscreen_;
};

}  // namespace winnow::gl
