#include "ui/imgui_host.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>

#include <utility>

namespace winnow::ui {

ImguiHost::ImguiHost(GLFWwindow* window, const std::string& directory)
    : window_(window), ini_file_(directory.empty() ? "" : directory + "/imgui.ini") {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = ini_file_.empty() ? nullptr : ini_file_.c_str();
    // ImGui chains to the callback that is there already.
    glfwSetWindowUserPointer(window, this);
    glfwSetKeyCallback(window, on_key);
    ImGui_ImplGlfw_InitForOpenGL(window, true);
    ImGui_ImplOpenGL3_Init("#version 450 core");
}

ImguiHost::~ImguiHost() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
    glfwSetKeyCallback(window_, nullptr);
    glfwSetWindowUserPointer(window_, nullptr);
}

void ImguiHost::on_key(GLFWwindow* window, int key, int, int action, int modifiers) {
    auto* host = static_cast<ImguiHost*>(glfwGetWindowUserPointer(window));
    if (host == nullptr || action == GLFW_RELEASE || ImGui::GetIO().WantTextInput) return;
    if ((modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER)) != 0) return;
    if (const auto command = find_command(key, (modifiers & GLFW_MOD_SHIFT) != 0, action == GLFW_REPEAT))
        host->commands_.push_back(*command);
}

void ImguiHost::rescale(float scale) {
    scale_ = scale;
    apply_theme(scale);
    fonts_ = load_fonts(scale);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

void ImguiHost::begin(float scale) {
    if (scale != scale_) rescale(scale);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
}

void ImguiHost::end() {
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

std::vector<Command> ImguiHost::take_commands() {
    return std::exchange(commands_, {});
}

Pointer ImguiHost::pointer() const {
    const ImGuiIO& io = ImGui::GetIO();
    Pointer pointer;
    if (io.WantCaptureMouse) return pointer;
    pointer.wheel = io.MouseWheel;
    if (ImGui::IsMouseDown(ImGuiMouseButton_Left) || ImGui::IsMouseDown(ImGuiMouseButton_Right)) {
        pointer.drag_x = io.MouseDelta.x;
        pointer.drag_y = io.MouseDelta.y;
    }
    return pointer;
}

float monitor_scale(GLFWwindow* window) {
    float x = 1, y = 1;
    glfwGetWindowContentScale(window, &x, &y);
    return x > 0 ? x : 1;
}

}  // namespace winnow::ui
