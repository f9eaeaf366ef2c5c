// The row of the Lab that plays a lesson and goes from frame to frame.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "ui/lab_controls.h"
#include "ui/tooltip.h"

namespace winnow::ui {
namespace {

enum class Icon { first, back, play, pause, forward, last };

/// Draws an open arrow head in a square of the given half side.
void chevron(ImDrawList& list, ImVec2 center, float half, float side, float width, ImU32 color) {
    const float x = center.x + side * half / 2;
    const ImVec2 points[] = {ImVec2(x - side * half, center.y - half), ImVec2(x, center.y),
                             ImVec2(x - side * half, center.y + half)};
    list.AddPolyline(points, 3, color, ImDrawFlags_None, width);
}

/// Draws a triangle in a square of the given half side; `side` is -1 or 1, where it points to.
void triangle(ImDrawList& list, ImVec2 center, float half, float side, ImU32 color) {
    list.AddTriangleFilled(ImVec2(center.x + side * half, center.y),
                           ImVec2(center.x - side * half, center.y - half),
                           ImVec2(center.x - side * half, center.y + half), color);
}

void upright(ImDrawList& list, float x, float y, float half, float width, ImU32 color) {
    list.AddRectFilled(ImVec2(x - width / 2, y - half), ImVec2(x + width / 2, y + half), color);
}

void paint_icon(Icon icon, ImVec2 least, ImVec2 most, float scale, ImU32 color) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 center((least.x + most.x) / 2, (least.y + most.y) / 2);
    const float half = 4.5f * scale, bar = 2 * scale;
    switch (icon) {
        case Icon::first:
            upright(list, center.x - half, center.y, half, bar, color);
            return triangle(list, ImVec2(center.x + bar, center.y), half, -1, color);
        case Icon::back:
            return chevron(list, center, half, -1, bar, color);
        case Icon::forward:
            return chevron(list, center, half, 1, bar, color);
        case Icon::play:
            return triangle(list, center, half, 1, color);
        case Icon::pause:
            upright(list, center.x - bar * 1.25f, center.y, half, bar, color);
            return upright(list, center.x + bar * 1.25f, center.y, half, bar, color);
        case Icon::last:
            upright(list, center.x + half, center.y, half, bar, color);
            return triangle(list, ImVec2(center.x - bar, center.y), half, 1, color);
    }
}

constexpr float icon_width = 32;  // natural pixels

void icon_button(Draw& draw, const char* name, Icon icon, LabAction action, const char* tip,
                 std::optional<bool> on = std::nullopt) {
    if (button(draw, name, "", icon_width * draw.scale, on)) draw.events.lab.actions.push_back(action);
    const ImVec4& color = on.value_or(false) ? color::on_accent : color::text;
    paint_icon(icon, ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), draw.scale,
               ImGui::ColorConvertFloat4ToU32(color));
    tooltip(draw, tip);
    ImGui::SameLine(0, 3 * draw.scale);
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
        tooltip(
            draw,
            legible(*draw.fonts.body,
                    lab.panes[0].frames[std::min(under_pointer(), lab.panes[0].frames.size() - 1)].title));
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
    icon_button(draw, "lab/first", Icon::first, LabAction::first_frame, "first step (Home)");
    icon_button(draw, "lab/back", Icon::back, LabAction::back, "one step back (Left)");
    icon_button(draw, "lab/play", lab.playing ? Icon::pause : Icon::play, LabAction::play,
                "play or stop (Space)", lab.playing);
    icon_button(draw, "lab/forward", Icon::forward, LabAction::forward, "one step on (Right)");
    icon_button(draw, "lab/last", Icon::last, LabAction::last_frame, "last step (End)");
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
