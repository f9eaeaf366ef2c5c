#include "ui/charts.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace winnow::ui {
namespace {

ImU32 shade(const ImVec4& color, float alpha) {
    return ImGui::ColorConvertFloat4ToU32(ImVec4(color.x, color.y, color.z, color.w * alpha));
}

std::vector<ImVec2> curve(const History& history, ImVec2 corner, ImVec2 size) {
    const auto& samples = history.samples();
    const float top = std::max(history.most() * 1.1f, 1e-6f);  // leaves room above the highest sample
    const float step = size.x / static_cast<float>(std::max<std::size_t>(samples.size(), 2) - 1);
    std::vector<ImVec2> points;
    for (std::size_t i = 0; i < samples.size(); ++i)
        points.emplace_back(corner.x + step * static_cast<float>(i),
                            corner.y + size.y * (1 - samples[i] / top));
    return points;
}

void fill_below(ImDrawList& list, const std::vector<ImVec2>& points, float bottom, ImU32 color) {
    for (std::size_t i = 1; i < points.size(); ++i) {
        const ImVec2 a = points[i - 1], b = points[i];
        list.AddQuadFilled(a, b, ImVec2(b.x, bottom), ImVec2(a.x, bottom), color);
    }
}

}  // namespace

void History::push(float sample) {
    samples_.push_back(sample);
    if (samples_.size() > capacity) samples_.pop_front();
}

float History::most() const {
    return samples_.empty() ? 0 : *std::max_element(samples_.begin(), samples_.end());
}

void sparkline(const History& history, ImVec2 size, const ImVec4& color) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto points = curve(history, corner, size);
    const auto flags = list.Flags;
    list.Flags &= ~ImDrawListFlags_AntiAliasedFill;  // seams would show between neighbouring quads
    fill_below(list, points, corner.y + size.y, shade(color, 0.16f));
    list.Flags = flags;
    list.AddPolyline(points.data(), static_cast<int>(points.size()), shade(color, 0.95f), ImDrawFlags_None,
                     1.5f);
    ImGui::Dummy(size);
}

void bar(float share, float width, const ImVec4& color) {
    const float line = ImGui::GetTextLineHeight();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float top = corner.y + line * 0.35f, bottom = corner.y + line * 0.75f;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(ImVec2(corner.x, top), ImVec2(corner.x + width, bottom),
                       shade(ImVec4(1, 1, 1, 1), 0.05f), 2);
    const float filled = width * std::clamp(share, 0.0f, 1.0f);
    if (filled >= 1)
        list.AddRectFilled(ImVec2(corner.x, top), ImVec2(corner.x + filled, bottom), shade(color, 0.85f), 2);
    ImGui::Dummy(ImVec2(width, line));
}

}  // namespace winnow::ui
