// Runs Dear ImGui in a GLFW window with an OpenGL context.
#pragma once

#include <imgui.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ui/keys.h"
#include "ui/theme.h"

struct GLFWwindow;

namespace winnow::ui {

/// Input for the scene since the last frame: mouse and keys that ImGui did not capture. All but the press
/// move the camera.
struct SceneInput {
    float orbit_x = 0, orbit_y = 0;  // a drag with the left button, window pixels, y downwards
    float pan_x = 0, pan_y = 0;      // a drag with the right or middle button
    float wheel = 0;                 // notches; above 0 comes nearer
    float yaw = 0, pitch = 0;        // held keys, each -1 to 1: turn right, rise
    float zoom = 0;                  // come nearer
    std::optional<ImVec2> press;     // at this place, in shares of the window from its upper left
    /// The corners of a rectangle that was drawn with Ctrl held, or of a line that Ctrl and Shift draw
    /// free-hand, likewise; a click has its place alone.
    struct Drawn {
        std::vector<ImVec2> outline;
        bool is_click = false;
    };
    std::optional<Drawn> drawn;
};

/// Owns the ImGui context. The window's GL context must be current in every call.
class ImguiHost {
  public:
    /// Installs GLFW callbacks. Precondition: `window` outlives the host. ImGui's own settings are kept in
    /// `directory`, unless that is empty.
    ImguiHost(GLFWwindow* window, const std::string& directory);
    ~ImguiHost();
    ImguiHost(const ImguiHost&) = delete;

    /// Begins the interface of a frame at `scale` times the natural size, with the signs that the model's
    /// names need. Precondition: `model.settings` is not null.
    void begin(float scale, const Model& model);
    /// Draws the interface into the current framebuffer.
    void end();
    /// Draws the interface of the last frame once more. Call it after end().
    void draw_again();

    /// Copied text goes to `write`, and pasted text comes from `read`; they must outlive the host.
    void use_clipboard(std::function<std::string()> read, std::function<void(const std::string&)> write);

    const Fonts& fonts() const { return fonts_; }
    /// Returns the commands of the keys pressed since the last call, in order; none while a text is being
    /// typed or a dialog is open. `asks`: a dialog is about to open.
    std::vector<Command> take_commands(bool asks);
    /// Returns true if the person or the window system has done anything since the last call.
    bool take_input() { return std::exchange(has_input_, false); }
    /// Returns the paths of files that were dropped on the window since the last call.
    std::vector<std::string> take_dropped();
    /// Call it once a frame, between begin() and end(). `over_scene`: the pointer is over the scene, or has
    /// hold of it, although an ImGui window lies there. `picks`: rectangles are drawn without Ctrl too.
    SceneInput take_scene_input(bool over_scene, bool picks);

  private:
    static void on_key(GLFWwindow* window, int key, int scancode, int action, int modifiers);
    static void on_drop(GLFWwindow* window, int count, const char** paths);
    static void on_button(GLFWwindow* window, int button, int action, int modifiers);
    static void on_sign(GLFWwindow* window, unsigned sign);
    static void on_event(GLFWwindow* window);
    void load_look();
    void begin_frame();
    void add_keys(SceneInput& input);
    bool draw_outline(SceneInput& input, bool picks);
    std::vector<ImVec2> outline() const;
    static void on_cursor(GLFWwindow* window, double x, double y);

    GLFWwindow* window_;
    std::function<std::string()> read_clipboard_;
    std::function<void(const std::string&)> write_clipboard_;
    std::string pasted_;    // ImGui reads it until it asks again
    std::string ini_file_;  // ImGui keeps a pointer to it
    Fonts fonts_;
    float scale_ = 0;
    bool high_contrast_ = false;
    Signs signs_;                // that were named or typed so far
    bool has_new_sign_ = false;  // since the fonts were loaded
    std::vector<Command> commands_;
    std::vector<std::string> dropped_;
    std::vector<int> pressed_;  // keys without a letter, since the last frame
    bool has_input_ = true;
    struct Press {
        double time, x, y;
    };
    Press last_press_{-1, 0, 0};
    bool draws_outline_ = false;      // the left button is held since a press that began one
    bool press_had_control_ = false;  // the last press of the left button
    bool press_had_shift_ = false;    // likewise
    std::vector<ImVec2> way_;         // of the pointer since that press, in pixels
    bool double_clicked_ = false;     // since the last frame
    std::map<Command, bool> held_;    // true: held now; false: pressed and released since the last frame
};

/// Returns the factor by which the window's monitor scales text, 1 on most.
float monitor_scale(GLFWwindow* window);

}  // namespace winnow::ui
