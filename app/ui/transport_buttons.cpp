#include "ui/transport_buttons.h"

#include <imgui.h>

#include "ui/tooltip.h"
#include "ui/widgets.h"

namespace winnow::ui {
namespace {

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

/// Draws most of a circle, with an arrow head at its end.
void round_arrow(ImDrawList& list, ImVec2 center, float half, float width, ImU32 color) {
    constexpr float begin = -0.35f, end = 4.7f;  // radians
    list.PathArcTo(center, half, begin, end);
    list.PathStroke(color, ImDrawFlags_None, width);
    triangle(list, ImVec2(center.x + half * 0.45f, center.y - half), half * 0.6f, 1, color);
}

/// Draws a flag on its pole.
void flag(ImDrawList& list, ImVec2 center, float half, float width, ImU32 color) {
    const float left = center.x - half * 0.7f;
    upright(list, left, center.y, half, width, color);
    list.AddTriangleFilled(ImVec2(left, center.y - half), ImVec2(left + 1.7f * half, center.y - half * 0.4f),
                           ImVec2(left, center.y + half * 0.2f), color);
}

void paint_icon(TransportIcon icon, ImVec2 least, ImVec2 most, float scale, ImU32 color) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 center((least.x + most.x) / 2, (least.y + most.y) / 2);
    const float half = 4.5f * scale, bar = 2 * scale;
    switch (icon) {
        case TransportIcon::first:
            upright(list, center.x - half, center.y, half, bar, color);
            return triangle(list, ImVec2(center.x + bar, center.y), half, -1, color);
        case TransportIcon::back:
            return chevron(list, center, half, -1, bar, color);
        case TransportIcon::forward:
            return chevron(list, center, half, 1, bar, color);
        case TransportIcon::play:
            return triangle(list, center, half, 1, color);
        case TransportIcon::pause:
            upright(list, center.x - bar * 1.25f, center.y, half, bar, color);
            return upright(list, center.x + bar * 1.25f, center.y, half, bar, color);
        case TransportIcon::last:
            upright(list, center.x + half, center.y, half, bar, color);
            return triangle(list, ImVec2(center.x - bar, center.y), half, 1, color);
        case TransportIcon::loop:
            return round_arrow(list, center, half, bar, color);
        case TransportIcon::marker:
            return flag(list, center, half, bar, color);
    }
}

}  // namespace

bool icon_button(Draw& draw, const char* name, TransportIcon icon, const char* tip, std::optional<bool> on,
                 bool enabled) {
    const bool pressed = button(draw, name, "", transport_button_width * draw.scale, on, enabled);
    const ImVec4& color = !enabled ? color::dim : on.value_or(false) ? color::on_accent : color::text;
    paint_icon(icon, ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), draw.scale,
               ImGui::ColorConvertFloat4ToU32(color));
    tooltip(draw, tip);
    ImGui::SameLine(0, transport_button_gap * draw.scale);
    return pressed;
}

}  // namespace winnow::ui
