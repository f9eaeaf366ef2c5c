// Draws the modal dialogs. They block the panel, but not the simulation.
#include "ui/dialog.h"

#include <imgui_stdlib.h>

#include <utility>

#include "base/text.h"

namespace winnow::ui {
namespace {

constexpr const char* dialog_popup = "dialog";
constexpr float field_width = 420, button_width = 96;  // natural pixels

void text(const std::string& text) {
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + field_width * ImGui::GetFontSize() / 14);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
}

/// Enter presses the main button, which is lit.
bool answer(Draw& draw, const char* name, const char* label, bool is_main = false) {
    const bool pressed =
        button(draw, name, label, button_width * draw.scale, is_main ? std::optional(true) : std::nullopt);
    ImGui::SameLine();
    const auto is_pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false); };
    const bool entered = is_main && !ImGui::IsAnyItemActive() && !ImGui::IsWindowAppearing() &&
                         (is_pressed(ImGuiKey_Enter) || is_pressed(ImGuiKey_KeyPadEnter));
    return pressed || entered;
}

void cancel(Draw& draw) {
    if (answer(draw, "dialog/cancel", "Cancel")) draw.events.actions.push_back(Action::cancel_dialog);
}

void note(Draw& draw, const ImVec4& color = color::accent) {
    const std::string said = concise(draw.model.document.dialog_note);
    if (said.empty()) return;
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    text(said);
    ImGui::PopStyleColor();
    draw.map.add_last_item("dialog/note", true, said);
}

void leave(Draw& draw) {
    text(fmt::format("{} has changes that are not saved.", draw.model.document.name));
    note(draw);
    ImGui::Spacing();
    if (answer(draw, "dialog/save", "Save", true)) draw.events.actions.push_back(Action::save_and_leave);
    if (answer(draw, "dialog/discard", "Discard")) draw.events.actions.push_back(Action::discard_and_leave);
    cancel(draw);
}

void replace_state(Draw& draw) {
    note(draw, color::text);
    ImGui::Spacing();
    if (answer(draw, "dialog/confirm", "Replace", true)) draw.events.actions.push_back(Action::replace_state);
    cancel(draw);
}

/// Draws a field for a path. It has no file browser: a path can be pasted here, or a file dropped on the
/// window. Returns true if it was answered.
bool path_field(Draw& draw, std::string& path, bool takes_keys, const char* title, const char* what) {
    const DocumentModel& document = draw.model.document;
    ImGui::TextColored(color::accent, "%s", title);
    ImGui::SetNextItemWidth(field_width * draw.scale);
    if (takes_keys) ImGui::SetKeyboardFocusHere();
    const bool entered =
        ImGui::InputTextWithHint("##path", "path of a JSON file", &path,
                                 ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    draw.map.add_last_item("dialog/path", true, path);
    note(draw);
    ImGui::Spacing();
    const bool replaces = !path.empty() && path == document.replaces;
    const bool confirmed = answer(draw, "dialog/confirm", replaces ? "Replace" : what, true);
    cancel(draw);
    if (!entered && !confirmed) return false;
    if (path.empty()) return true;
    if (document.dialog == Dialog::open)
        draw.events.open = path;
    else
        draw.events.save_path = path;
    return true;
}

/// Returns true if a path was answered, which may be refused.
bool content(Draw& draw, std::string& path, bool takes_keys) {
    switch (draw.model.document.dialog) {
        case Dialog::none:
            break;
        case Dialog::leave:
            leave(draw);
            break;
        case Dialog::replace_state:
            replace_state(draw);
            break;
        case Dialog::open:
            return path_field(draw, path, takes_keys, "Open an effect", "Open");
        case Dialog::save_as:
            return path_field(draw, path, takes_keys, "Save the effect as", "Save");
    }
    return false;
}

}  // namespace

/// All dialogs use one popup, because a question can lead to a field. ImguiHost closes it on Esc, which
/// counts as cancelling.
void DialogWindow::draw(Draw& draw) {
    const Dialog wanted = draw.model.document.dialog;
    const Dialog before = std::exchange(shown_, wanted);
    if (wanted == Dialog::none && before == Dialog::none) return;
    if (wanted != before) path_ = draw.model.document.dialog_path;
    if (before == Dialog::none) ImGui::OpenPopup(dialog_popup);
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(window.x / 2, window.y / 2), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
    constexpr auto flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                           ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings;
    if (!ImGui::BeginPopupModal(dialog_popup, nullptr, flags)) {
        draw.events.actions.push_back(Action::cancel_dialog);
        return;
    }
    if (wanted == Dialog::none)
        ImGui::CloseCurrentPopup();
    else
        answered_ = content(draw, path_, answered_ || wanted != before || ImGui::IsWindowAppearing());
    ImGui::EndPopup();
}

}  // namespace winnow::ui
