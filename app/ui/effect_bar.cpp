// The panel's list of effects, and the buttons that save, revert, undo and redo.
#include <filesystem>

#include "ui/keys.h"
#include "ui/panel.h"
#include "ui/tooltip.h"

namespace winnow::ui {
namespace {

constexpr float history_width = 56, differences_width = 26;  // natural pixels
constexpr const char* bullet = " \xE2\x80\xA2";              // marks unsaved changes

void heading(Draw& draw, const char* text) {
    ImGui::Spacing();
    small_text(draw, color::dim, text);
}

void built_in(Draw& draw) {
    const DocumentModel& document = draw.model.document;
    heading(draw, "built in");
    for (const Choice& effect : document.built_in) {
        const bool is_open = !document.is_file && effect.name == document.name;
        if (list_entry(draw, "effect/built-in/" + effect.name, effect.name, effect.summary, true, is_open,
                       effect.name))
            draw.events.open = effect.name;
    }
}

void recent(Draw& draw) {
    const auto& files = draw.model.document.recent;
    if (!files.empty()) heading(draw, "recent");
    for (std::size_t i = 0; i < files.size(); ++i) {
        const std::filesystem::path path = files[i].name;
        const std::string below = files[i].available() ? path.parent_path().string() : files[i].reason;
        if (list_entry(draw, fmt::format("effect/recent/{}", i), path.filename().string(), below,
                       files[i].available(), false, files[i].name))
            draw.events.open = files[i].name;
    }
}

/// Draws the buttons of the two lists at the end of the line.
void list_buttons(Draw& draw, float gap) {
    const DocumentModel& document = draw.model.document;
    ImGui::SameLine(0, gap);
    if (button(draw, "effect/history", "History", history_width * draw.scale))
        draw.events.actions.push_back(Action::history_list);
    tooltip(draw, "all changes, to go back to any of them (Ctrl+H, or right click on Undo)");
    ImGui::SameLine(0, gap);
    if (button(draw, "effect/differences", "...", differences_width * draw.scale, std::nullopt,
               document.unsaved))
        draw.events.actions.push_back(Action::differences_list);
    tooltip(draw, document.unsaved ? "what differs from " + document.name + " (Ctrl+Shift+H)"
                                   : "nothing differs from " + document.name);
}

void list(Draw& draw) {
    const DocumentModel& document = draw.model.document;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float room = ImGui::GetContentRegionAvail().x;
    const float gap = 4 * draw.scale;
    const float width = room - (history_width + differences_width) * draw.scale - 2 * gap;
    const std::string end = document.unsaved ? bullet : "";
    const float text_room = width - ImGui::GetFrameHeight() - 2 * ImGui::GetStyle().FramePadding.x;
    const std::string shown = shortened(document.name, text_room - ImGui::CalcTextSize(end.c_str()).x) + end;
    ImGui::SetNextItemWidth(width);
    widen_next_list(draw, document.built_in);
    if (!ImGui::BeginCombo("##effect", shown.c_str(), ImGuiComboFlags_HeightLarge)) {
        draw.map.add_last_item("effect", true, document.name + end);
        tooltip(draw, draw.settings().effect.description);
        return list_buttons(draw, gap);
    }
    draw.map.add(
        {"effect", at.x, at.y, width, ImGui::GetFrameHeight(), true, true, "focused", document.name + end});
    if (ImGui::IsWindowAppearing()) draw.events.actions.push_back(Action::look_for_recent);
    built_in(draw);
    recent(draw);
    ImGui::Separator();
    if (list_entry(draw, "effect/new", "New...", "empty, or from a template (Ctrl+N)", true, false))
        perform(Command::new_effect, draw.model, draw.events);
    if (list_entry(draw, "effect/open", "Open a file...", "or drop it on the window (Ctrl+O)", true, false))
        perform(Command::open_effect, draw.model, draw.events);
    ImGui::EndCombo();
    list_buttons(draw, gap);
}

struct Control {
    const char *name, *text, *tip;
    Action action;
    bool enabled;
    std::optional<bool> on{};
};

float natural_width(const Control& control) {
    return ImGui::CalcTextSize(control.text).x + 2 * ImGui::GetStyle().FramePadding.x;
}

/// Draws a row of buttons as wide as the panel; each gets its natural width and an equal share of the rest,
/// or narrower margins where there is too little room.
void row_of(Draw& draw, std::span<const Control> controls) {
    const float gap = 4 * draw.scale;
    const auto count = static_cast<float>(controls.size());
    float left = ImGui::GetContentRegionAvail().x - gap * (count - 1);
    for (const Control& control : controls) left -= natural_width(control);
    ImVec2 margins = ImGui::GetStyle().FramePadding;
    margins.x = std::max(margins.x + std::min(left / (2 * count), 0.0f), draw.scale);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, margins);
    for (std::size_t i = 0; i < controls.size(); ++i) {
        const Control& control = controls[i];
        if (i > 0) ImGui::SameLine(0, gap);
        const float width = natural_width(control) + std::max(left / count, 0.0f);
        if (button(draw, control.name, control.text, width, control.on, control.enabled))
            draw.events.actions.push_back(control.action);
        tooltip(draw, control.tip);
        if (control.action == Action::undo && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) &&
            ImGui::IsMouseReleased(ImGuiMouseButton_Right))
            draw.events.actions.push_back(Action::history_list);
    }
    ImGui::PopStyleVar();
}

}  // namespace

void effect_bar(Draw& draw) {
    const DocumentModel& document = draw.model.document;
    const std::string undo = document.undone.empty() ? "Ctrl+Z" : "undo " + document.undone + " (Ctrl+Z)";
    const std::string redo = document.redone.empty() ? "Ctrl+Y" : "redo " + document.redone + " (Ctrl+Y)";
    list(draw);
    const Control controls[] = {
        {"effect/create", "New", "begin a new effect (Ctrl+N)", Action::new_effect, true},
        {"effect/save", "Save", "save to its file (Ctrl+S)", Action::save_effect, true, document.unsaved},
        {"effect/save-as", "Save as", "save to another file (Ctrl+Shift+S)", Action::save_effect_as, true},
        {"effect/revert", "Revert", "return to the saved effect", Action::revert_effect, document.unsaved},
        {"effect/undo", "Undo", undo.c_str(), Action::undo, document.can_undo},
        {"effect/redo", "Redo", redo.c_str(), Action::redo, document.can_redo},
        {"effect/export", "Export", "pictures, films and other files (Ctrl+E)", Action::export_list, true},
    };
    row_of(draw, controls);
}

}  // namespace winnow::ui
