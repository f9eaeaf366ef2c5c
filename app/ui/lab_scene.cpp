#include "ui/lab_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ui/marks.h"

namespace winnow::ui {
namespace {

// Natural pixels.
constexpr float reach_of_pointer = 18, ring = 9, small_ring = 4.5f, cell_glow = 2, scene_caption_gap = 8;
constexpr float arrow_margin = 20, edge_arrow_length = 14;
constexpr float glow_rounding = 4;

bool is_within(ImVec2 point, ImVec2 least, ImVec2 most) {
    return point.x >= least.x && point.x < most.x && point.y >= least.y && point.y < most.y;
}

/// Where the line from the middle of the rectangle to a point outside of it leaves the rectangle.
ImVec2 edge_towards(ImVec2 point, ImVec2 least, ImVec2 most) {
    const ImVec2 middle((least.x + most.x) / 2, (least.y + most.y) / 2);
    const ImVec2 way(point.x - middle.x, point.y - middle.y);
    const float share = std::min((most.x - middle.x) / std::max(std::abs(way.x), 1.0f),
                                 (most.y - middle.y) / std::max(std::abs(way.y), 1.0f));
    return ImVec2(middle.x + way.x * share, middle.y + way.y * share);
}

}  // namespace

void LabScene::begin() {
    is_open_ = false;
    newly_.reset();
    lowest_cell_.reset();
}

void LabScene::join(Draw& draw, const lab::Drawing& drawing, const Placement& placement) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 clip_least = list.GetClipRectMin(), clip_most = list.GetClipRectMax();
    const bool hovered = ImGui::IsWindowHovered();
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    std::size_t registered = 0;
    for (const lab::Box& box : drawing.boxes) {
        if (!box.owner || !box.frames.have(placement.frame)) continue;
        const ImVec2 least = placement.place(box.corner);
        const ImVec2 most = placement.place({box.corner.x + box.size.x, box.corner.y + box.size.y});
        if (hovered && is_within(pointer, least, most)) newly_ = *box.owner;
        if (*box.owner == registered)  // the first cell of each
            draw.map.add(
                {.name = fmt::format("lab/cell/{}", registered++),
                 .x = least.x,
                 .y = least.y,
                 .w = most.x - least.x,
                 .h = most.y - least.y,
                 .visible = is_within(least, clip_least, clip_most) && is_within(most, clip_least, clip_most),
                 .state = hovered && is_within(pointer, least, most) ? "hovered" : "idle",
                 .value = box.text});
        if (box.owner != pointed_) continue;
        const float glow = cell_glow * draw.scale;
        list.AddRect(ImVec2(least.x - glow, least.y - glow), ImVec2(most.x + glow, most.y + glow),
                     translucent(color::accent, 1), glow_rounding * placement.scale + glow, ImDrawFlags_None,
                     glow);
        const ImVec2 below((least.x + most.x) / 2, std::clamp(most.y + glow, clip_least.y, clip_most.y));
        if (!lowest_cell_ || below.y > lowest_cell_->y) lowest_cell_ = below;
    }
}

void LabScene::open(Draw& draw, ImVec2 size) {
    constexpr auto any_button = ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                                ImGuiButtonFlags_MouseButtonMiddle;
    is_open_ = true;
    least_ = ImGui::GetCursorScreenPos();
    most_ = ImVec2(least_.x + std::max(size.x, 1.0f), least_.y + std::max(size.y, 1.0f));
    ImGui::InvisibleButton("lab/scene", ImVec2(most_.x - least_.x, most_.y - least_.y), any_button);
    draw.map.add_last_item("lab/scene", true, draw.model.lab->particles.size());
    has_pointer_ = ImGui::IsItemHovered() || ImGui::IsItemActive();
    ImGui::GetWindowDrawList()->AddRect(least_, most_, ImGui::GetColorU32(ImGuiCol_Separator));
    if (ImGui::IsItemHovered())
        newly_ = nearest(*draw.model.lab, ImGui::GetIO().MousePos, reach_of_pointer * draw.scale);
}

void LabScene::end(Draw& draw) {
    pointed_ = newly_ ? newly_ : draw.model.lab->followed;
    draw.events.lab.particle = newly_;
}

Area LabScene::area() const {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    if (!is_open_ || window.x < 1 || window.y < 1) return {};
    return {least_.x / window.x, least_.y / window.y, most_.x / window.x, most_.y / window.y};
}

ImVec2 LabScene::place(const LabParticle& particle) const {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    return ImVec2(particle.at->x * window.x, particle.at->y * window.y);
}

/// Returns the particle in the opening that is nearest to a point, if one is within reach.
std::optional<std::size_t> LabScene::nearest(const LabModel& lab, ImVec2 to, float reach) const {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < lab.particles.size(); ++i) {
        const LabParticle& one = lab.particles[i];
        if (!one.at || !one.lives) continue;
        const float away = distance(place(one), to);
        if (away >= reach) continue;
        found = i;
        reach = away;
    }
    return found;
}

void LabScene::mark(const LabModel& lab, const Fonts& fonts, float scale, UiMap& map) const {
    if (!is_open_) return;
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    for (const LabParticle& one : lab.particles)
        if (one.lives && one.at && is_within(place(one), least_, most_))
            list.AddCircle(place(one), small_ring * scale, translucent(color::accent, 0.5f), 0, scale);
    if (!pointed_ || *pointed_ >= lab.particles.size() || !lab.particles[*pointed_].at) return;
    const LabParticle& particle = lab.particles[*pointed_];
    const ImVec2 at = place(particle);
    const bool is_seen = is_within(at, least_, most_);
    const ImU32 color = ImGui::ColorConvertFloat4ToU32(particle.lives ? color::accent : color::dim);
    const float margin = arrow_margin * scale, radius = (is_seen ? ring : edge_arrow_length) * scale;
    const ImVec2 end = is_seen ? at
                               : edge_towards(at, ImVec2(least_.x + margin, least_.y + margin),
                                              ImVec2(most_.x - margin, most_.y - margin));
    if (lowest_cell_) add_line_to(list, *lowest_cell_, end, is_seen ? radius : 0, color, scale);
    if (is_seen)
        add_ring(list, at, radius, color, 2 * scale);
    else
        add_arrow_head(list, ImVec2((least_.x + most_.x) / 2, (least_.y + most_.y) / 2), end,
                       edge_arrow_length * scale, color);
    const std::string caption = (is_seen ? "" : "outside the picture: ") + particle.caption;
    add_caption(list, *fonts.small, caption, end, radius + scene_caption_gap * scale, least_, most_);
    map.add({.name = "lab/mark",
             .x = end.x - radius,
             .y = end.y - radius,
             .w = 2 * radius,
             .h = 2 * radius,
             .visible = is_seen,
             .value = {{"particle", *pointed_}, {"caption", caption}}});
}

}  // namespace winnow::ui
