#include "ui/axis_cross.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <functional>
#include <string>

#include "ui/marks.h"
#include "ui/scene_handles.h"
#include "ui/tooltip.h"

namespace winnow::ui {
namespace {

// Natural pixels.
constexpr float cross_length = 26, end_radius = 8, cross_size = 2 * (cross_length + end_radius);
constexpr float below_badges = 34;  // that tell of films and recordings
constexpr float min_scene = 200;    // a narrower or lower scene has no cross

/// An end of an axis: the even ones are the positive ends of x, y and z.
constexpr int end_count = 6;

glm::vec3 way_of(int end) {
    glm::vec3 way(0);
    way[end / 2] = end % 2 == 0 ? 1.0f : -1.0f;
    return way;
}

struct SeenEnd {
    int end;
    ImVec2 at;
    float depth;  // from -1, near the eye, to 1
};

/// Returns the ends as the camera sees them, the farthest first.
std::array<SeenEnd, end_count> seen_ends(const Projection& camera, ImVec2 middle, float scale) {
    std::array<SeenEnd, end_count> ends{};
    const glm::vec3 right = camera.right(), up = camera.up(), forward = camera.forward();
    for (int i = 0; i < end_count; ++i) {
        const glm::vec3 way = way_of(i);
        const float length = cross_length * scale;
        ends[static_cast<std::size_t>(i)] = {
            i, ImVec2(middle.x + glm::dot(way, right) * length, middle.y - glm::dot(way, up) * length),
            glm::dot(way, forward)};
    }
    std::ranges::stable_sort(ends, std::greater(), &SeenEnd::depth);
    return ends;
}

constexpr std::array<const char*, end_count> end_names{"x", "-x", "y", "-y", "z", "-z"};

}  // namespace

/// A second click on an end looks from the other side.
void AxisCross::interact(Draw& draw, const Covered& covered) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float edge = edge_margin * draw.scale, size = cross_size * draw.scale;
    const float width = window.x - covered.left - covered.right, height = window.y - covered.bottom;
    middle_.reset();
    hovered_.reset();
    const bool is_known = std::isfinite(draw.model.projection.forward().x);  // not before the first frame
    if (!is_known || std::min(width, height) < min_scene * draw.scale) return;
    const ImVec2 corner(window.x - covered.right - edge - size, edge + below_badges * draw.scale);
    middle_ = ImVec2(corner.x + size / 2, corner.y + size / 2);
    ImGui::SetNextWindowPos(corner);
    ImGui::SetNextWindowSize(ImVec2(size, size));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
    if (ImGui::Begin("Axes", nullptr, unseen_window)) {
        const auto ends = seen_ends(draw.model.projection, *middle_, draw.scale);
        const float radius = end_radius * draw.scale;
        for (auto end = ends.rbegin(); end != ends.rend(); ++end) {  // a near one is above a far one
            const std::string name = std::string("axes/") + end_names[static_cast<std::size_t>(end->end)];
            ImGui::SetCursorScreenPos(ImVec2(end->at.x - radius, end->at.y - radius));
            const bool pressed = ImGui::InvisibleButton(name.c_str(), ImVec2(2 * radius, 2 * radius));
            draw.map.add_last_item(name, true);
            tooltip(draw, "look along this axis; once more: from the other side");
            if (ImGui::IsItemHovered()) hovered_ = end->end;
            constexpr float is_along = -0.9999f;  // cosine
            const glm::vec3 way = way_of(end->end);
            if (pressed)
                draw.events.view =
                    ViewRequest{ViewRequest::Kind::look_from, 0, {}, end->depth < is_along ? -way : way};
        }
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
}

void AxisCross::paint(const Model& model, const Fonts& fonts, float scale) const {
    if (!middle_) return;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    for (const SeenEnd& end : seen_ends(model.projection, *middle_, scale)) {
        const auto axis = static_cast<std::size_t>(end.end / 2);
        const bool is_positive = end.end % 2 == 0, is_lit = hovered_ == end.end;
        const float near = 0.75f - 0.25f * end.depth;  // a far end is darker
        ImVec4 shade = axis_colors[axis];
        shade = ImVec4(shade.x * near, shade.y * near, shade.z * near, 1);
        const ImU32 color = ImGui::ColorConvertFloat4ToU32(is_lit ? color::text : shade);
        const float radius = (is_positive ? 0.8f : 0.5f) * end_radius * scale;
        if (is_positive) list.AddLine(*middle_, end.at, IM_COL32(0, 0, 0, 130), 4 * scale);
        if (is_positive) list.AddLine(*middle_, end.at, color, 2 * scale);
        list.AddCircleFilled(end.at, radius + scale, IM_COL32(0, 0, 0, 130));
        list.AddCircleFilled(end.at, radius, color);
        if (!is_positive && !is_lit) continue;
        const char* text = end_names[static_cast<std::size_t>(end.end)];
        const float size = fonts.small->FontSize * (is_positive ? 1 : 0.8f);
        const ImVec2 words = fonts.small->CalcTextSizeA(size, FLT_MAX, 0, text);
        list.AddText(fonts.small, size, ImVec2(end.at.x - words.x / 2, end.at.y - words.y / 2),
                     IM_COL32(0, 0, 0, 255), text);
    }
}

}  // namespace winnow::ui
