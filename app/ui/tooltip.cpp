#include "ui/tooltip.h"

#include <imgui_internal.h>  // GetCurrentWindow

#include <algorithm>

namespace winnow::ui {
namespace {

constexpr float tooltip_width = 300, tooltip_gap = 6, padding_x = 12, padding_y = 9;  // natural pixels
constexpr double seconds_before_tooltip = 0.4;

/// A tooltip stands beside the window of its item, where it covers neither the next row nor an error below.
/// Without room there it stands above the item, or else at its left.
void place_tooltip(const Draw& draw, ImVec2 size) {
    const ImVec2 display = ImGui::GetIO().DisplaySize, least = ImGui::GetItemRectMin();
    const ImGuiWindow& window = *ImGui::GetCurrentWindow()->RootWindow;
    const float gap = tooltip_gap * draw.scale, right = window.Pos.x + window.Size.x + gap,
                above = least.y - gap - size.y, left = least.x - gap - size.x;
    const auto held = [](float place, float room) { return std::max(std::min(place, room), 0.0f); };
    const float level = held(least.y, display.y - size.y);
    if (right + size.x <= display.x)
        ImGui::SetNextWindowPos(ImVec2(right, level));
    else if (above >= 0)
        ImGui::SetNextWindowPos(ImVec2(held(ImGui::GetIO().MousePos.x, display.x - size.x), above));
    else if (left >= 0)
        ImGui::SetNextWindowPos(ImVec2(left, level));
}

}  // namespace

double Rest::seconds() {
    const ImVec2 at = ImGui::GetItemRectMin();
    const int frame = ImGui::GetFrameCount();
    if (at.x != at_.x || at.y != at_.y || frame > seen_in_ + 1) since_ = ImGui::GetTime();
    at_ = at;
    seen_in_ = frame;
    return ImGui::GetTime() - since_;
}

void tooltip(Draw& draw, std::string_view text) {
    if (text.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
    if (draw.rest.seconds() < seconds_before_tooltip) return;
    const float width = tooltip_width * ImGui::GetFontSize() / 14;
    const ImVec2 padding(padding_x * draw.scale, padding_y * draw.scale);
    const ImVec2 words = ImGui::CalcTextSize(text.data(), text.data() + text.size(), false, width);
    place_tooltip(draw, ImVec2(words.x + 2 * padding.x, words.y + 2 * padding.y));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);  // lists without padding have tooltips too
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(padding.x + width);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopStyleVar();
}

}  // namespace winnow::ui
