#include "ui/view_list.h"

#include <fmt/format.h>

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

void ViewList::row(Draw& draw, std::size_t index) {
    const std::string& kept = draw.model.document.views[index].name;
    const std::string name = fmt::format("views/{}", index);
    const float width = view_button_width * draw.scale, gap = view_gap * draw.scale;
    ImGui::PushID(name.c_str());
    const auto entered = typed_.field(draw, name, index, kept, "the name of this view",
                                      ImGui::GetContentRegionAvail().x - 2 * (width + gap));
    if (entered && !entered->empty() && *entered != kept)
        draw.events.view = ViewRequest{ViewRequest::Kind::rename, index, *entered};
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
