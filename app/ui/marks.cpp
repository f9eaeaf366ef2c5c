#include "ui/marks.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "ui/theme.h"

namespace winnow::ui {

ImU32 translucent(const ImVec4& color, float alpha) {
    return ImGui::ColorConvertFloat4ToU32(ImVec4(color.x, color.y, color.z, alpha));
}

float distance(ImVec2 a, ImVec2 b) {
    return std::hypot(a.x - b.x, a.y - b.y);
}

void add_line_to(ImDrawList& list, ImVec2 from, ImVec2 to, float before, ImU32 color, float width) {
    const float share = 1 - before / std::max(distance(from, to), 1.0f);
    if (share <= 0) return;
    const ImVec2 end(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
    list.AddLine(from, end, translucent(color::on_accent, 0.6f), width * 2.5f);
    list.AddLine(from, end, color, width);
}

void add_ring(ImDrawList& list, ImVec2 center, float radius, ImU32 color, float width) {
    list.AddCircle(center, radius, translucent(color::on_accent, 0.6f), 0, width * 2.5f);
    list.AddCircle(center, radius, color, 0, width);
}

void add_caption(ImDrawList& list, const ImFont& font, const std::string& text, ImVec2 beside, float gap,
                 ImVec2 least, ImVec2 most) {
    const ImVec2 size = font.CalcTextSizeA(font.FontSize, FLT_MAX, 0, text.c_str());
    const float padding = gap / 2;
    const bool fits_right = beside.x + gap + size.x + padding < most.x;
    const float left = fits_right ? beside.x + gap : beside.x - gap - size.x;
    const ImVec2 at(std::max(left, least.x + padding),
                    std::clamp(beside.y - size.y / 2, least.y + padding,
                               std::max(most.y - size.y - padding, least.y + padding)));
    list.AddRectFilled(ImVec2(at.x - padding, at.y - padding / 2),
                       ImVec2(at.x + size.x + padding, at.y + size.y + padding / 2),
                       ImGui::GetColorU32(ImGuiCol_PopupBg), padding);
    list.AddText(&font, font.FontSize, at, ImGui::GetColorU32(ImGuiCol_Text), text.c_str());
}

void add_arrow_head(ImDrawList& list, ImVec2 from, ImVec2 tip, float length, ImU32 color) {
    const float way = std::max(distance(from, tip), 1.0f);
    const ImVec2 along((tip.x - from.x) / way, (tip.y - from.y) / way);
    const ImVec2 neck(tip.x - along.x * length, tip.y - along.y * length);
    const ImVec2 aside(-along.y * length / 2, along.x * length / 2);
    list.AddTriangleFilled(tip, ImVec2(neck.x + aside.x, neck.y + aside.y),
                           ImVec2(neck.x - aside.x, neck.y - aside.y), color);
}

}  // namespace winnow::ui
