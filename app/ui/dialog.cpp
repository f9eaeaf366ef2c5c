// Draws the modal dialogs. They block the panel, but not the simulation.
#include "ui/dialog.h"

#include <imgui_stdlib.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "ui/tooltip.h"

namespace winnow::ui {
namespace {

constexpr const char* dialog_popup = "dialog";
constexpr float field_width = 420, button_width = 96;  // natural pixels
constexpr float beside_list = 100;                     // height of what is above and below a list, likewise

void text(const std::string& text) {
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + field_width * ImGui::GetFontSize() / 14);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
}

bool is_pressed(ImGuiKey key, bool repeats = false) {
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), repeats);
}

ImGuiID lit_id() {
    return ImGui::GetID("lit");
}

/// Enter presses the button that is lit, the first one until the arrow keys or Tab light another.
bool answer(Draw& draw, const char* name, const char* label, int index = 0, bool can = true) {
    const bool is_lit = ImGui::GetStateStorage()->GetInt(lit_id(), 0) == index;
    const float width = std::max(button_width * draw.scale,
                                 ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x);
    const bool pressed = button(draw, name, label, width, is_lit ? std::optional(true) : std::nullopt, can);
    ImGui::SameLine();
    const bool entered = can && is_lit && !ImGui::IsAnyItemActive() && !ImGui::IsWindowAppearing() &&
                         (is_pressed(ImGuiKey_Enter) || is_pressed(ImGuiKey_KeyPadEnter));
    return pressed || entered;
}

/// Draws the last button of a dialog, then lights another one if a key asks for it.
void cancel(Draw& draw, int index = 1) {
    if (answer(draw, "dialog/cancel", "Cancel", index)) draw.events.actions.push_back(Action::cancel_dialog);
    if (ImGui::IsAnyItemActive()) return;
    const int count = index + 1, lit = ImGui::GetStateStorage()->GetInt(lit_id(), 0);
    const bool tab = is_pressed(ImGuiKey_Tab, true), back = ImGui::GetIO().KeyShift;
    const bool right = is_pressed(ImGuiKey_RightArrow, true) || (tab && !back);
    const bool left = is_pressed(ImGuiKey_LeftArrow, true) || (tab && back);
    const int step = (right ? 1 : 0) - (left ? 1 : 0);
    ImGui::GetStateStorage()->SetInt(lit_id(), (lit + step + count) % count);
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
    if (answer(draw, "dialog/save", "Save")) draw.events.actions.push_back(Action::save_and_leave);
    if (answer(draw, "dialog/discard", "Discard", 1))
        draw.events.actions.push_back(Action::discard_and_leave);
    cancel(draw, 2);
}

void replace_state(Draw& draw) {
    note(draw, color::text);
    ImGui::Spacing();
    if (answer(draw, "dialog/confirm", "Replace")) draw.events.actions.push_back(Action::replace_state);
    cancel(draw);
}

/// Draws the buttons that say what becomes of the files that the effect uses. Returns true if one was
/// pressed.
bool carry_answers(Draw& draw, bool entered) {
    const DocumentModel& document = draw.model.document;
    const std::string copy =
        document.carried == 1 ? "Copy 1 file there" : fmt::format("Copy {} files there", document.carried);
    if (answer(draw, "dialog/copy", copy.c_str()) || entered) draw.events.carry = CarryFiles::copy;
    const bool can_stay = document.stays.empty();
    if (answer(draw, "dialog/name", "Name them where they lie", 1, can_stay))
        draw.events.carry = CarryFiles::name;
    tooltip(draw, can_stay ? "the file names them in the folder where they are now" : document.stays);
    cancel(draw, 2);
    return draw.events.carry != CarryFiles::ask;
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
    const bool carries = !path.empty() && path == document.carries;
    const bool confirmed =
        carries ? carry_answers(draw, entered) : answer(draw, "dialog/confirm", replaces ? "Replace" : what);
    if (!carries) cancel(draw);
    if (!entered && !confirmed) return false;
    if (path.empty()) return true;
    if (document.dialog == Dialog::open)
        draw.events.open = path;
    else
        draw.events.save_path = path;
    return true;
}

/// Draws the templates; the arrow keys go through them, and Enter takes the one that is chosen.
void create(Draw& draw, std::string& chosen) {
    const std::vector<Choice>& templates = draw.model.document.templates;
    if (templates.empty()) return cancel(draw);
    const auto known = std::ranges::find(templates, chosen, &Choice::name);
    std::ptrdiff_t at = known == templates.end() ? 0 : known - templates.begin();
    const int step =
        (is_pressed(ImGuiKey_DownArrow, true) ? 1 : 0) - (is_pressed(ImGuiKey_UpArrow, true) ? 1 : 0);
    at = std::clamp<std::ptrdiff_t>(at + step, 0, std::ssize(templates) - 1);
    chosen = templates[static_cast<std::size_t>(at)].name;
    ImGui::TextColored(color::accent, "New effect");
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const float width = std::min(field_width * draw.scale, window.x - 4 * edge_margin * draw.scale);
    const float height = std::min(2 * line * static_cast<float>(templates.size()),
                                  std::max(window.y - beside_list * draw.scale, line));
    if (ImGui::BeginChild("templates", ImVec2(width, height)))
        for (const Choice& one : templates) {
            const bool is_chosen = one.name == chosen;
            if (list_entry(draw, "dialog/template/" + one.name, one.name, one.summary, true, is_chosen))
                draw.events.create = one.name;
            if (is_chosen && step != 0) ImGui::SetScrollHereY();
        }
    ImGui::EndChild();
    note(draw);
    ImGui::Spacing();
    if (answer(draw, "dialog/confirm", "Create")) draw.events.create = chosen;
    cancel(draw);
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
        case Dialog::create:
            create(draw, path);
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
    // The upper edge stays where it is when the dialog grows, so that nothing moves under the pointer.
    ImGui::SetNextWindowPos(ImVec2(window.x / 2, window.y / 3), ImGuiCond_Always, ImVec2(0.5f, 0));
    constexpr auto flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                           ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                           ImGuiWindowFlags_NoNav;
    if (!ImGui::BeginPopupModal(dialog_popup, nullptr, flags)) {
        draw.events.actions.push_back(Action::cancel_dialog);
        return;
    }
    if (wanted != before) ImGui::GetStateStorage()->SetInt(lit_id(), 0);
    if (wanted == Dialog::none)
        ImGui::CloseCurrentPopup();
    else
        answered_ = content(draw, path_, answered_ || wanted != before || ImGui::IsWindowAppearing());
    ImGui::EndPopup();
}

}  // namespace winnow::ui
