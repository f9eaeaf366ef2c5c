#include "ui/reset_menu.h"

#include <fmt/format.h>

#include "effects/format/file_text.h"
#include "ui/clipping.h"
#include "ui/keyboard.h"
#include "ui/widgets.h"

namespace winnow::ui {
namespace {

constexpr float mark_radius = 2.25f, mark_distance = 4.25f;  // natural pixels, left of the row that
                                                             // differs from the saved effect
constexpr const char* reset_popup = "reset";

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

void clip_row(Draw& draw, Clip clip, const std::string& pointer, const nlohmann::json& value) {
    if (clip == Clip::copy) copy_text(value);
    if (clip != Clip::paste) return;
    if (const auto pasted = pasted_json(draw)) paste(draw, {pointer, *pasted}, "");
}

}  // namespace

const std::optional<nlohmann::json>& Defaults::at(const std::string& pointer) {
    constexpr std::size_t most = 1 << 14;  // pointers have indices, of which a large effect has many
    const auto known = found_.find(pointer);
    if (known != found_.end()) return known->second;
    if (found_.size() == most) found_.clear();
    return found_[pointer] = effects::default_at(pointer);
}

ResetValues reset_values(const Draw& draw, const std::string& pointer) {
    const effects::Effect* saved = draw.model.document.saved;
    return {saved != nullptr ? effects::value_at(*saved, pointer) : std::nullopt, draw.defaults.at(pointer)};
}

void reset_menu(Draw& draw, const std::string& pointer, const nlohmann::json& value, ImVec2 least,
                ImVec2 most) {
    const ResetValues values = is_row_seen(least) ? reset_values(draw, pointer) : ResetValues();
    reset_menu(draw, pointer, value, values, least, most);
}

void reset_menu(Draw& draw, const std::string& pointer, const nlohmann::json& value,
                const ResetValues& values, ImVec2 least, ImVec2 most) {
    if (values.saved && *values.saved != value) mark(draw, least, most);
    const bool is_pointed_at = keyboard_is_within(least, most) ||
                               (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(least, most, false));
    clip_row(draw, clip_by_keys(draw, is_pointed_at), pointer, value);
    ImGui::PushID(pointer.c_str());
    if (row_asks_for_menu(draw, least, most)) ImGui::OpenPopup(reset_popup);
    if (ImGui::BeginPopup(reset_popup)) {
        entry(draw, "reset/saved", "Reset to " + draw.model.document.name, pointer, values.saved, value);
        entry(draw, "reset/default", "Reset to the default", pointer, values.usual, value);
        clip_row(draw, clip_entries(draw, "reset"), pointer, value);
        ImGui::EndPopup();
    }
    ImGui::PopID();
}

}  // namespace winnow::ui
