// A right click on a setting's row.
#include "effects/file_text.h"
#include "ui/widgets.h"

namespace winnow::ui {
namespace {

constexpr float mark_radius = 2.25f, mark_distance = 4.25f;  // natural pixels, left of the row
constexpr const char* reset_popup = "reset";

bool holds(ImVec2 least, ImVec2 most, ImVec2 point) {
    return point.x >= least.x && point.x < most.x && point.y >= least.y && point.y < most.y;
}

void mark(Draw& draw, ImVec2 least, ImVec2 most) {
    const ImVec2 center(least.x - mark_distance * draw.scale, (least.y + most.y) / 2);
    ImGui::GetWindowDrawList()->AddCircleFilled(center, mark_radius * draw.scale,
                                                ImGui::ColorConvertFloat4ToU32(color::accent));
}

void entry(Draw& draw, const char* name, const std::string& text, const std::string& pointer,
           const std::optional<nlohmann::json>& value, const nlohmann::json& now) {
    if (!value) return;
    const bool differs = *value != now;
    const std::string shown = fmt::format("{}: {}", text, effects::value_text(*value));
    if (list_entry(draw, name, shown, "", differs, false)) draw.events.edit(pointer, *value);
}

}  // namespace

void reset_menu(Draw& draw, const std::string& pointer, const nlohmann::json& value, ImVec2 least,
                ImVec2 most) {
    const Document& document = draw.model.document;
    const auto saved = document.saved != nullptr ? effects::value_at(*document.saved, pointer) : std::nullopt;
    if (saved && *saved != value) mark(draw, least, most);
    const ImVec2 pointed = ImGui::GetIO().MousePos;
    ImGui::PushID(pointer.c_str());
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Right) && ImGui::IsWindowHovered() &&
        holds(least, most, pointed))
        ImGui::OpenPopup(reset_popup);
    if (ImGui::BeginPopup(reset_popup)) {
        entry(draw, "reset/saved", "Reset to " + document.name, pointer, saved, value);
        entry(draw, "reset/default", "Reset to the default", pointer, effects::default_at(pointer), value);
        ImGui::EndPopup();
    }
    ImGui::PopID();
}

}  // namespace winnow::ui
