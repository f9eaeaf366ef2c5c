// The row of the Lab that plays a lesson and goes from frame to frame.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "ui/lab_controls.h"
#include "ui/tooltip.h"
#include "ui/transport_buttons.h"

namespace winnow::ui {
namespace {

void control(Draw& draw, const char* name, TransportIcon icon, LabAction action, const char* tip,
             std::optional<bool> on = std::nullopt) {
    if (icon_button(draw, name, icon, tip, on)) draw.events.lab.actions.push_back(action);
}

/// Draws a track with a mark for each frame and a knob at the present one, which the pointer moves.
void scrubber(Draw& draw, float width) {
    const LabModel& lab = *draw.model.lab;
    const float height = ImGui::GetFrameHeight(), knob = 7 * draw.scale;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float left = corner.x + knob, span = std::max(width - 2 * knob, 1.0f), y = corner.y + height / 2;
    const auto last = static_cast<float>(std::max<std::size_t>(lab.frames, 2) - 1);
    const auto place = [&](std::size_t frame) { return left + span * static_cast<float>(frame) / last; };
    const auto under_pointer = [&] {
        const float share = std::clamp((ImGui::GetIO().MousePos.x - left) / span, 0.0f, 1.0f);
        return std::min(static_cast<std::size_t>(std::lround(share * last)), lab.frames - 1);
    };
    ImGui::InvisibleButton("lab/frame", ImVec2(std::max(width, 1.0f), height));
    draw.map.add_last_item("lab/frame", true, lab.frame);
    const bool touched = ImGui::IsItemHovered() || ImGui::IsItemActive();
    if (touched)
        tooltip(draw, lab.panes[0].frames[std::min(under_pointer(), lab.panes[0].frames.size() - 1)].title);
    if (ImGui::IsItemActive() && under_pointer() != lab.frame) draw.events.lab.frame = under_pointer();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 track = ImGui::GetColorU32(ImGuiCol_ScrollbarGrab),
                lit = ImGui::ColorConvertFloat4ToU32(color::accent);
    const float thick = 3 * draw.scale;
    list.AddRectFilled(ImVec2(left, y - thick / 2), ImVec2(left + span, y + thick / 2), track, thick / 2);
    list.AddRectFilled(ImVec2(left, y - thick / 2), ImVec2(place(lab.frame), y + thick / 2), lit, thick / 2);
    if (span / last > 2 * knob)  // with room between the marks
        for (std::size_t i = 0; i < lab.frames; ++i)
            list.AddCircleFilled(ImVec2(place(i), y), 3.5f * draw.scale, i <= lab.frame ? lit : track);
    list.AddCircleFilled(ImVec2(place(lab.frame), y), touched ? knob : knob * 0.85f, lit);
}

}  // namespace

void transport(Draw& draw, float space_after) {
    const LabModel& lab = *draw.model.lab;
    control(draw, "lab/first", TransportIcon::first, LabAction::first_frame, "first step (Home)");
    control(draw, "lab/back", TransportIcon::back, LabAction::back, "one step back (Left)");
    control(draw, "lab/play", lab.playing ? TransportIcon::pause : TransportIcon::play, LabAction::play,
            "play or stop (Space)", lab.playing);
    control(draw, "lab/forward", TransportIcon::forward, LabAction::forward, "one step on (Right)");
    control(draw, "lab/last", TransportIcon::last, LabAction::last_frame, "last step (End)");
    const std::string count = fmt::format("{} / {}", lab.frame + 1, lab.frames);
    const float rest = ImGui::CalcTextSize(count.c_str()).x + space_after + 28 * draw.scale;
    ImGui::SameLine(0, 8 * draw.scale);
    scrubber(draw, std::max(ImGui::GetContentRegionAvail().x - rest, 40 * draw.scale));
    ImGui::SameLine(0, 8 * draw.scale);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(count.c_str());
    draw.map.add_last_item("lab/frames", true, lab.frames);
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - space_after);
}

}  // namespace winnow::ui
