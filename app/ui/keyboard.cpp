#include "ui/keyboard.h"

#include <imgui_internal.h>  // NavInitWindow

#include <utility>

namespace winnow::ui {

bool keyboard_is_in_panel() {
    return (ImGui::GetIO().ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
}

bool keyboard_is_within(ImVec2 least, ImVec2 most) {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    ImGuiWindow* window = ImGui::GetCurrentWindow();
    if (!keyboard_is_in_panel() || context.NavDisableHighlight || context.NavWindow != window) return false;
    const ImVec2 middle = ImGui::WindowRectRelToAbs(window, window->NavRectRel[context.NavLayer]).GetCenter();
    return ImRect(least, most).Contains(middle);
}

bool item_asks_for_menu(Draw& draw) {
    // ImGui counts the item that has the keyboard as hovered.
    return ImGui::IsItemHovered() &&
           (ImGui::IsMouseReleased(ImGuiMouseButton_Right) || std::exchange(draw.opens_menu, false));
}

bool row_asks_for_menu(Draw& draw, ImVec2 least, ImVec2 most) {
    if (draw.opens_menu && keyboard_is_within(least, most)) return std::exchange(draw.opens_menu, false);
    return ImGui::IsMouseReleased(ImGuiMouseButton_Right) && ImGui::IsWindowHovered() &&
           ImGui::IsMouseHoveringRect(least, most, false);
}

bool press_goes_on() {
    bool is_held = false;
    for (int button = 0; button < ImGuiMouseButton_COUNT; ++button) {
        if (ImGui::IsMouseClicked(button)) return false;
        is_held = is_held || ImGui::IsMouseDown(button);
    }
    for (const ImGuiKey key :
         {ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow, ImGuiKey_DownArrow}) {
        const auto index = ImGui::GetKeyIndex(key);
        is_held = is_held || (ImGui::IsKeyDown(index) && !ImGui::IsKeyPressed(index, false));
    }
    return is_held;
}

bool item_is_pressed_by_key(bool is_pressed) {
    return is_pressed && keyboard_is_in_panel() && !ImGui::IsMouseReleased(ImGuiMouseButton_Left);
}

void give_keyboard_to(const Widget& widget) {
    if (!keyboard_is_in_panel() || widget.id == 0) return;
    ImGui::SetWindowFocus();
    ImGui::SetFocusID(widget.id, ImGui::GetCurrentWindow());
    ImGui::GetCurrentContext()->NavDisableHighlight = false;
    ImGui::GetCurrentContext()->NavDisableMouseHover = true;
}

void switch_keyboard(Draw& draw) {
    if (std::erase(draw.events.actions, Action::use_keyboard) == 0) return;
    ImGui::GetIO().ConfigFlags ^= ImGuiConfigFlags_NavEnableKeyboard;
    if (!keyboard_is_in_panel()) return ImGui::SetWindowFocus(nullptr);
    ImGui::SetWindowFocus();
    ImGui::NavInitWindow(ImGui::GetCurrentWindow(), true);
    ImGui::GetCurrentContext()->NavDisableHighlight = false;
}

}  // namespace winnow::ui
