// Dear ImGui in a GLFW window with an OpenGL context.
#pragma once

#include <string>
#include <vector>

#include "ui/keys.h"
#include "ui/theme.h"

struct GLFWwindow;

namespace winnow::ui {

/// What the mouse did since the last picture where the interface did not want it. Window pixels.
struct Pointer {
    float drag_x = 0, drag_y = 0;  // with the left or the right button held
    float wheel = 0;               // notches; up is positive
};

/// Owns the ImGui context. The window's GL context must be current in every call.
class ImguiHost {
  public:
    /// Installs GLFW callbacks; `window` outlives the host. ImGui's own settings are kept in `directory`,
    /// unless that is empty.
    ImguiHost(GLFWwindow* window, const std::string& directory);
    ~ImguiHost();
    ImguiHost(const ImguiHost&) = delete;

    /// Begins a picture's interface at `scale` times the natural size.
    void begin(float scale);
    /// Draws it into the current framebuffer.
    void end();

    const Fonts& fonts() const { return fonts_; }
    /// Commands of the keys pressed since the last call, in order; none while a text is being typed.
    std::vector<Command> take_commands();
    /// Once a picture, between begin() and end().
    Pointer pointer() const;

  private:
    static void on_key(GLFWwindow* window, int key, int scancode, int action, int modifiers);
    void rescale(float scale);

    GLFWwindow* window_;
    std::string ini_file_;  // ImGui keeps a pointer to it
    Fonts fonts_;
    float scale_ = 0;
    std::vector<Command> commands_;
};

/// How much larger this monitor wants its texts, 1 on most.
float monitor_scale(GLFWwindow* window);

}  // namespace winnow::ui
