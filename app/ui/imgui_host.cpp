#include "ui/imgui_host.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui_internal.h>  // ClosePopupToLevel, GetTopMostPopupModal

#include <algorithm>
#include <cmath>
#include <utility>

#include "gl/window.h"
#include "ui/keyboard.h"
#include "ui/marks.h"
#include "ui/signs_in_use.h"
#include "ui/window_icon.h"

namespace winnow::ui {
namespace {

unsigned held_of(int modifiers) {
    return ((modifiers & GLFW_MOD_SHIFT) != 0 ? shift_held : nothing_held) |
           ((modifiers & GLFW_MOD_CONTROL) != 0 ? control_held : nothing_held);
}

constexpr double double_click_seconds = 0.4, double_click_distance = 6;  // pixels

constexpr auto any_popup = ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel;

/// True if a key belongs to a dialog, to a list that is open, or to the text that is being typed. Esc cancels
/// a dialog, its text included.
bool is_taken(int key) {
    if (ImGui::GetTopMostPopupModal() != nullptr) return key != GLFW_KEY_ESCAPE;
    const bool is_arrow = key >= GLFW_KEY_RIGHT && key <= GLFW_KEY_UP;
    // ImGui tells of a field that was entered or left only a frame later.
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    const bool has_entered = context.InputTextState.ID == context.ActiveId;
    const bool types = context.ActiveId != 0 && (has_entered || ImGui::GetIO().WantTextInput);
    return types || (is_arrow && ImGui::IsPopupOpen("", any_popup));
}

/// Returns what a key means while the keyboard is in the panel: keys that are held with another, and those
/// with a number, keep their command; Esc ends it, unless a list is open.
std::optional<Command> command_in_panel(int key, unsigned held) {
    if (key == GLFW_KEY_ESCAPE && !ImGui::IsPopupOpen("", any_popup)) return Command::use_keyboard;
    const bool keeps = held != nothing_held || key == GLFW_KEY_ESCAPE || key == GLFW_KEY_MENU ||
                       (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F25);
    return keeps ? find_command(key, held) : std::nullopt;
}

}  // namespace

ImguiHost::ImguiHost(GLFWwindow* window, const std::string& directory)
    : window_(window), ini_file_(directory.empty() ? "" : directory + "/imgui.ini") {
    set_window_icon(window);
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = ini_file_.empty() ? nullptr : ini_file_.c_str();
    // These callbacks are installed before ImGui's, which call the ones that they replace.
    glfwSetWindowUserPointer(window, this);
    glfwSetKeyCallback(window, on_key);
    glfwSetDropCallback(window, on_drop);
    glfwSetMouseButtonCallback(window, on_button);
    glfwSetCursorPosCallback(window, on_cursor);
    glfwSetScrollCallback(window, [](GLFWwindow* of, double, double) { on_event(of); });
    glfwSetCharCallback(window, on_sign);
    glfwSetFramebufferSizeCallback(window, [](GLFWwindow* of, int, int) { on_event(of); });
    glfwSetWindowRefreshCallback(window, on_event);
    glfwSetWindowCloseCallback(window, on_event);
    ImGui::GetIO().ConfigInputTextCursorBlink = false;  // a window in which nothing happens is not drawn
    ImGui_ImplGlfw_InitForOpenGL(window, true);
    ImGui_ImplOpenGL3_Init("#version 450 core");
}

void ImguiHost::use_clipboard(std::function<std::string()> read,
                              std::function<void(const std::string&)> write) {
    read_clipboard_ = std::move(read);
    write_clipboard_ = std::move(write);
    ImGuiIO& io = ImGui::GetIO();
    io.ClipboardUserData = this;
    io.GetClipboardTextFn = [](void* data) {
        auto& host = *static_cast<ImguiHost*>(data);
        host.pasted_ = host.read_clipboard_();
        return host.pasted_.c_str();
    };
    io.SetClipboardTextFn = [](void* data, const char* text) {
        static_cast<ImguiHost*>(data)->write_clipboard_(text);
    };
}

ImguiHost::~ImguiHost() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
    glfwSetKeyCallback(window_, nullptr);
    glfwSetDropCallback(window_, nullptr);
    glfwSetMouseButtonCallback(window_, nullptr);
    glfwSetCursorPosCallback(window_, nullptr);
    glfwSetScrollCallback(window_, nullptr);
    glfwSetCharCallback(window_, nullptr);
    glfwSetFramebufferSizeCallback(window_, nullptr);
    glfwSetWindowRefreshCallback(window_, nullptr);
    glfwSetWindowCloseCallback(window_, nullptr);
    glfwSetWindowUserPointer(window_, nullptr);
}

void ImguiHost::on_key(GLFWwindow* window, int place, int scancode, int action, int modifiers) {
    const int key = meant_key(place, glfwGetKeyName(place, scancode));
    on_event(window);
    auto* host = static_cast<ImguiHost*>(glfwGetWindowUserPointer(window));
    if (host == nullptr || action == GLFW_REPEAT) return;
    const bool down = action == GLFW_PRESS;
    const bool has_no_letter = place == GLFW_KEY_SPACE || place >= GLFW_KEY_ESCAPE;
    if (down && has_no_letter && place < GLFW_KEY_LEFT_SHIFT) host->pressed_.push_back(place);
    const auto lasting = find_held_command(key);
    if (lasting && host->held_.contains(*lasting)) host->held_[*lasting] = down;
    constexpr int others = GLFW_MOD_ALT | GLFW_MOD_SUPER;
    if (!down || (modifiers & others) != 0 || is_taken(key)) return;
    const unsigned held = held_of(modifiers);
    const auto command = keyboard_is_in_panel() ? command_in_panel(key, held) : find_command(key, held);
    if (!command) return;
    if (acts_while_held(*command)) host->held_[*command] = true;
    host->commands_.push_back(*command);
}

void ImguiHost::on_event(GLFWwindow* window) {
    if (auto* host = static_cast<ImguiHost*>(glfwGetWindowUserPointer(window))) host->has_input_ = true;
}

/// Frames can be too far apart to tell two clicks from one, or which keys were held, so the events tell.
void ImguiHost::on_button(GLFWwindow* window, int button, int action, int modifiers) {
    on_event(window);
    auto* host = static_cast<ImguiHost*>(glfwGetWindowUserPointer(window));
    if (host == nullptr || button != GLFW_MOUSE_BUTTON_LEFT || action != GLFW_PRESS) return;
    host->press_had_control_ = (modifiers & GLFW_MOD_CONTROL) != 0;
    host->press_had_shift_ = (modifiers & GLFW_MOD_SHIFT) != 0;
    Press now{glfwGetTime(), 0, 0};
    glfwGetCursorPos(window, &now.x, &now.y);
    host->way_ = {ImVec2(static_cast<float>(now.x), static_cast<float>(now.y))};
    const Press& last = host->last_press_;
    const bool is_second = last.time >= 0 && now.time - last.time <= double_click_seconds &&
                           std::abs(now.x - last.x) <= double_click_distance &&
                           std::abs(now.y - last.y) <= double_click_distance;
    host->double_clicked_ = host->double_clicked_ || is_second;
    host->last_press_ = is_second ? Press{-1, 0, 0} : now;  // a third click begins anew
}

/// Keeps the pointer's way between frames too, which can be far apart.
void ImguiHost::on_cursor(GLFWwindow* window, double x, double y) {
    constexpr std::size_t max_points = 4096;
    on_event(window);
    auto* host = static_cast<ImguiHost*>(glfwGetWindowUserPointer(window));
    const bool is_held = glfwGetMouseButton(window, GLFW_MOUSE_BUTTON_LEFT) == GLFW_PRESS;
    if (host != nullptr && is_held && host->press_had_shift_ && host->way_.size() < max_points)
        host->way_.emplace_back(static_cast<float>(x), static_cast<float>(y));
}

void ImguiHost::on_drop(GLFWwindow* window, int count, const char** paths) {
    on_event(window);
    auto* host = static_cast<ImguiHost*>(glfwGetWindowUserPointer(window));
    if (host != nullptr) host->dropped_.insert(host->dropped_.end(), paths, paths + count);
}

void ImguiHost::on_sign(GLFWwindow* window, unsigned sign) {
    on_event(window);
    auto* host = static_cast<ImguiHost*>(glfwGetWindowUserPointer(window));
    if (host != nullptr && add_sign(host->signs_, sign)) host->has_new_sign_ = true;
}

void ImguiHost::load_look() {
    has_new_sign_ = false;
    apply_theme(scale_, high_contrast_);
    fonts_ = load_fonts(scale_, signs_);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

void ImguiHost::begin(float scale, const Model& model) {
    if (add_signs_of(signs_, model)) has_new_sign_ = true;
    const bool high_contrast = model.settings->display.high_contrast;
    const bool has_new_theme = std::exchange(high_contrast_, high_contrast) != high_contrast;
    if (std::exchange(scale_, scale) != scale || has_new_theme || has_new_sign_) load_look();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    gl::require_display();  // ImGui aborts on a size that no window can have
    begin_frame();
    if (std::exchange(double_clicked_, false)) ImGui::GetIO().MouseClickedCount[ImGuiMouseButton_Left] = 2;
}

/// ImGui before 1.87 has no queue of events: it would miss Enter if it was pressed and released between two
/// frames.
void ImguiHost::begin_frame() {
#if IMGUI_VERSION_NUM < 18700
    bool* down = ImGui::GetIO().KeysDown;
    for (const int key : pressed_) down[key] = true;
    ImGui::NewFrame();
    for (const int key : pressed_) down[key] = glfwGetKey(window_, key) == GLFW_PRESS;
#else
    ImGui::NewFrame();
#endif
    pressed_.clear();
}

void ImguiHost::end() {
    ImGui::Render();
    draw_again();
}

void ImguiHost::draw_again() {
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

/// Esc closes an open popup and does nothing else then.
std::vector<Command> ImguiHost::take_commands(bool asks) {
    if (ImGui::IsPopupOpen("", any_popup) && std::erase(commands_, Command::close) > 0)
        ImGui::ClosePopupToLevel(0, true);
    if (asks) {
        commands_.clear();
        held_.clear();
    }
    return std::exchange(commands_, {});
}

/// A key that was pressed and released between two frames counts for one frame.
void ImguiHost::add_keys(SceneInput& input) {
    const auto held = [&](Command command) { return held_.contains(command) ? 1.0f : 0.0f; };
    input.yaw = held(Command::orbit_right) - held(Command::orbit_left);
    input.pitch = held(Command::orbit_up) - held(Command::orbit_down);
    input.zoom = held(Command::zoom_in) - held(Command::zoom_out);
    const ImGuiIO& io = ImGui::GetIO();
    if (held(Command::press) > 0 && ImGui::IsMousePosValid())
        input.press = ImVec2(io.MousePos.x / io.DisplaySize.x, io.MousePos.y / io.DisplaySize.y);
    std::erase_if(held_, [](const auto& key) { return !key.second; });
}

std::vector<std::string> ImguiHost::take_dropped() {
    return std::exchange(dropped_, {});
}

/// Returns the outline that is being drawn, in pixels.
std::vector<ImVec2> ImguiHost::outline() const {
    if (press_had_control_ && press_had_shift_) return way_;
    const ImVec2 from = ImGui::GetIO().MouseClickedPos[ImGuiMouseButton_Left], to = ImGui::GetIO().MousePos;
    return {from, ImVec2(to.x, from.y), to, ImVec2(from.x, to.y)};
}

/// Returns true if the drag of the left button draws an outline, and so moves no camera.
bool ImguiHost::draw_outline(SceneInput& input, bool picks) {
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) draws_outline_ = press_had_control_ || picks;
    if (!draws_outline_) return false;
    std::vector<ImVec2> points = outline();
    const bool is_click =
        !(io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] >= io.MouseDragThreshold * io.MouseDragThreshold);
    if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        if (is_click) return true;
        ImDrawList& list = *ImGui::GetBackgroundDrawList();
        if (points.size() == 4) list.AddRectFilled(points[0], points[2], translucent(color::accent, 0.1f));
        list.AddPolyline(points.data(), static_cast<int>(points.size()), translucent(color::accent, 1),
                         ImDrawFlags_Closed, scale_);
        return true;
    }
    draws_outline_ = false;
    if (is_click) points = {io.MouseClickedPos[ImGuiMouseButton_Left]};
    for (ImVec2& point : points) point = ImVec2(point.x / io.DisplaySize.x, point.y / io.DisplaySize.y);
    input.drawn = SceneInput::Drawn{std::move(points), is_click};
    return true;
}

SceneInput ImguiHost::take_scene_input(bool over_scene, bool picks) {
    const ImGuiIO& io = ImGui::GetIO();
    SceneInput input;
    add_keys(input);
    if (io.WantCaptureMouse && !over_scene) {
        input.press.reset();
        if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) draws_outline_ = false;
        return input;
    }
    input.wheel = io.MouseWheel;
    if (draw_outline(input, picks)) return input;
    if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        input.orbit_x = io.MouseDelta.x;
        input.orbit_y = io.MouseDelta.y;
    } else if (ImGui::IsMouseDown(ImGuiMouseButton_Right) || ImGui::IsMouseDown(ImGuiMouseButton_Middle)) {
        input.pan_x = io.MouseDelta.x;
        input.pan_y = io.MouseDelta.y;
    }
    return input;
}

float monitor_scale(GLFWwindow* window) {
    float x = 1, y = 1;
    glfwGetWindowContentScale(window, &x, &y);
    return x > 0 ? x : 1;
}

}  // namespace winnow::ui
