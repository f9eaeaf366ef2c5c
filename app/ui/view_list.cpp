#include "ui/view_list.h"

#include <imgui_stdlib.h>

#include <algorithm>

#include "ui/keys.h"
#include "ui/tooltip.h"

namespace winnow::ui {
namespace {

constexpr float view_button_width = 42, view_gap = 4;  // natural pixels

}  // namespace

void ViewList::draw(Draw& draw) {
    if (!section(draw, "views", "Views", false)) return;
    const std::size_t count = draw.model.document.views.size();
    for (std::size_t i = 0; i < count; ++i) row(draw, i);
    if (button(draw, "views/save", "Keep this view", 0, std::nullopt, count < max_views))
        perform(Command::save_view, draw.model, draw.events);
    tooltip(draw,
            "keeps where the camera is, by a name (Ctrl+F5); Ctrl+F1 to Ctrl+F4 go to the first four. "
            "The views of an effect are not in its file.");
}

/// A name that is typed counts once Enter is pressed or the focus leaves.
void ViewList::row(Draw& draw, std::size_t index) {
    const std::string& kept = draw.model.document.views[index].name;
    const std::string name = fmt::format("views/{}", index);
    const float width = view_button_width * draw.scale, gap = view_gap * draw.scale;
    std::string text = renamed_ == index ? typed_ : kept;
    ImGui::PushID(name.c_str());
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - 2 * (width + gap));
    ImGui::InputText("##name", &text, ImGuiInputTextFlags_AutoSelectAll);
    draw.map.add_last_item(name, true, text);
    const bool is_typed = ImGui::IsItemActive(), has_changed = ImGui::IsItemDeactivatedAfterEdit();
    tooltip(draw, "the name of this view");
    if (is_typed) {
        renamed_ = index;
        typed_ = text;
    } else if (renamed_ == index) {
        renamed_.reset();
    }
    if (has_changed && !text.empty() && text != kept)
        draw.events.view = ViewRequest{ViewRequest::Kind::rename, index, text};
    ImGui::SameLine(0, gap);
    if (button(draw, name + "/go", "Go", width)) draw.events.view = ViewRequest{ViewRequest::Kind::go, index};
    tooltip(draw, index < keyed_views ? fmt::format("moves the camera there (Ctrl+F{})", index + 1)
                                      : std::string("moves the camera there"));
    ImGui::SameLine(0, gap);
    if (button(draw, name + "/remove", "x", width))
        draw.events.view = ViewRequest{ViewRequest::Kind::remove, index};
    tooltip(draw, "forgets this view");
    ImGui::PopID();
}

}  // namespace winnow::ui
