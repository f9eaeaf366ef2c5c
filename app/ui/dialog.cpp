// Draws the modal dialogs. They block the panel, but not the simulation.
#include "ui/dialog.h"

#include <imgui_stdlib.h>

#include <utility>

namespace winnow::ui {
namespace {

constexpr const char* dialog_popup = "dialog";
constexpr float field_width = 420, button_width = 96;  // natural pixels

void text(const std::string& text) {
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + field_width * ImGui::GetFontSize() / 14);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
}

bool answer(Draw& draw, const char* name, const char* label, bool is_main = false) {
    const bool pressed =
        button(draw, name, label, button_width * draw.scale, is_main ? std::optional(true) : std::nullopt);
    ImGui::SameLine();
    return pressed;
}

void cancel(Draw& draw) {
    if (answer(draw, "dialog/cancel", "Cancel")) draw.events.actions.push_back(Action::cancel_dialog);
}

void note(Draw& draw) {
    const std::string& said = draw.model.document.dialog_note;
    if (said.empty()) return;
    ImGui::PushStyleColor(ImGuiCol_Text, color::accent);
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

/// Draws a field for a path. It has no file browser: a path can be pasted here, or a file dropped on the
/// window.
void path_field(Draw& draw, std::string& path, bool is_new, const char* title, const char* what) {
    const Document& document = draw.model.document;
    ImGui::TextColored(color::accent, "%s", title);
    ImGui::SetNextItemWidth(field_width * draw.scale);
    if (is_new) ImGui::SetKeyboardFocusHere();
    const bool entered =
        ImGui::InputTextWithHint("##path", "path of a JSON file", &path,
                                 ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    draw.map.add_last_item("dialog/path", true, path);
    note(draw);
    ImGui::Spacing();
    const bool replaces = !path.empty() && path == document.replaces;
    const bool confirmed = answer(draw, "dialog/confirm", replaces ? "Replace" : what, true);
    cancel(draw);
    if ((!entered && !confirmed) || path.empty()) return;
    if (document.dialog == Dialog::open)
        draw.events.open = path;
    else
        draw.events.save_path = path;
}

void content(Draw& draw, std::string& path, bool is_new) {
    switch (draw.model.document.dialog) {
        case Dialog::none:
            return;
        case Dialog::leave:
            return leave(draw);
        case Dialog::open:
            return path_field(draw, path, is_new, "Open an effect", "Open");
        case Dialog::save_as:
            return path_field(draw, path, is_new, "Save the effect as", "Save");
    }
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
        content(draw, path_, wanted != before || ImGui::IsWindowAppearing());
    ImGui::EndPopup();
}

}  // namespace winnow::ui
