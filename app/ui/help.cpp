// F1: every key.
#include "ui/keys.h"
#include "ui/panel.h"

namespace winnow::ui {

constexpr float high_enough = 640;  // natural pixels, of a window in which all keys have room

void help_window(Draw& draw) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(window.x / 2, window.y / 2), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
    ImGui::SetNextWindowBgAlpha(1);  // keys are read, not looked through
    ImGui::SetNextWindowFocus();
    constexpr auto flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                           ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings;
    if (ImGui::Begin("Help", nullptr, flags)) {
        ImGui::TextColored(color::accent, "Keys");
        ImGui::Spacing();
        ImGui::PushFont(window.y < high_enough * draw.scale ? draw.fonts.small : draw.fonts.body);
        if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_RowBg)) {
            for (const Key& key : keys()) {
                if (key.what.empty()) continue;
                ImGui::TableNextRow();
                ImGui::TableNextColumn();
                ImGui::TextColored(color::accent, "%s   ", key.label.data());
                ImGui::TableNextColumn();
                ImGui::TextUnformatted(key.what.data(), key.what.data() + key.what.size());
            }
            ImGui::EndTable();
        }
        ImGui::PopFont();
        ImGui::Spacing();
        small_text(draw, color::dim,
                   "Ctrl+click on a slider to type a number; right click on a row offers to reset it.");
        if (button(draw, "help/close", "Close")) draw.events.edit("/display/help", false);
    }
    ImGui::End();
}

}  // namespace winnow::ui
