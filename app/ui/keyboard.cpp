#include "ui/keyboard.h"

#include <imgui_internal.h>  // NavInitWindow

namespace winnow::ui {

bool keyboard_is_in_panel() {
    return (ImGui::GetIO().ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
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
