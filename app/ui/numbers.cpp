#include "ui/numbers.h"

#include <fmt/core.h>
#include <imgui_internal.h>  // TempInputIsActive
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "ui/theme.h"
#include "ui/tooltip.h"
#include "ui/widgets.h"

namespace winnow::ui {
namespace {

constexpr float whole_numbers_from = 1e4f;  // a slider with at least this maximum shows no decimals

/// Returns the slider's format. ImGui derives the resolution of a logarithmic slider near zero from the
/// format's decimals.
std::string slider_format(const NumberStyle& style, bool with_unit) {
    std::string format = style.most >= whole_numbers_from ? "%.0f" : "%.3g";
    if (with_unit && !style.unit.empty()) format += " " + style.unit;
    return format;
}

/// Returns the least value above zero that a logarithmic slider tells from zero, as ImGui computes it.
float logarithmic_least(const NumberStyle& style) {
    return std::max(style.least, style.most >= whole_numbers_from ? 1.0f : 1e-3f);
}

/// Draws a slider's frame, and fills it from the left up to its value.
void slider_frame(ImVec2 at, float width, float value, const NumberStyle& style) {
    const float height = ImGui::GetFrameHeight(), rounding = ImGui::GetStyle().FrameRounding;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, ImVec2(at.x + width, at.y + height), ImGui::GetColorU32(ImGuiCol_FrameBg),
                       rounding);
    const float end = at.x + width * place_of(value, style);
    if (end - at.x >= 1) {
        const ImVec4 fill(color::accent.x, color::accent.y, color::accent.z, 0.30f);
        list.AddRectFilled(at, ImVec2(end, at.y + height), ImGui::ColorConvertFloat4ToU32(fill), rounding);
    }
}

/// Draws a slider that is filled up to its value, so that no grip covers the number. True if it was moved.
bool filled_slider(const std::string& id, float width, float& value, const NumberStyle& style,
                   const std::string& format) {
    ImGui::SetNextItemWidth(width);
    const auto slide = [&] {
        return ImGui::SliderFloat(id.c_str(), &value, style.least, style.most, format.c_str(),
                                  style.logarithmic ? ImGuiSliderFlags_Logarithmic : ImGuiSliderFlags_None);
    };
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (!is_row_seen(at)) return slide();
    slider_frame(at, width, value, style);
    const ImVec4 clear(0, 0, 0, 0), touched(1, 1, 1, 0.06f);
    ImGui::PushStyleColor(ImGuiCol_FrameBg, clear);
    ImGui::PushStyleColor(ImGuiCol_FrameBgHovered, touched);
    ImGui::PushStyleColor(ImGuiCol_FrameBgActive, touched);
    ImGui::PushStyleColor(ImGuiCol_SliderGrab, clear);
    ImGui::PushStyleColor(ImGuiCol_SliderGrabActive, clear);
    const bool moved = slide();
    ImGui::PopStyleColor(5);
    return moved;
}

/// ImGui changes the number at each key, and a half-typed one is another number. It counts once Enter is
/// pressed or the field is left; Esc takes it back. Returns true if the value has changed.
bool slider(Draw& draw, const std::string& name, float width, float& value, const NumberStyle& style,
            const std::string& format) {
    const float before = value;
    const bool moved = filled_slider("##" + name, width, value, style, format);
    const bool is_held = style.on_release && ImGui::IsItemActive();
    const bool waits = is_held || ImGui::TempInputIsActive(ImGui::GetItemID());
    const bool has_waited = draw.typed.widget == name;
    if (!waits && !has_waited) return moved;
    if (moved) draw.typed = {.widget = name, .number = value};
    value = before;
    if (waits) return false;
    const float typed = std::exchange(draw.typed, {}).number;
    if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) return false;
    value = typed;
    return typed != before;
}

}  // namespace

float place_of(float value, const NumberStyle& style) {
    const float held = std::clamp(value, style.least, style.most);
    if (!style.logarithmic) return (held - style.least) / (style.most - style.least);
    const float least = logarithmic_least(style);
    return std::log(std::max(held, least) / least) / std::log(style.most / least);
}

float value_at_place(float place, const NumberStyle& style) {
    const float held = std::clamp(place, 0.0f, 1.0f);
    if (!style.logarithmic) return style.least + held * (style.most - style.least);
    const float least = logarithmic_least(style);
    return held > 0 ? least * std::pow(style.most / least, held) : style.least;
}

bool sliders(Draw& draw, std::string_view name, std::span<float> values, const NumberStyle& style) {
    label(draw, style.label, style.tooltip);
    return slider_cells(draw, name, values, style, ImGui::GetContentRegionAvail().x);
}

bool slider_cells(Draw& draw, std::string_view name, std::span<float> values, const NumberStyle& style,
                  float width) {
    const float gap = cell_gap * draw.scale;
    const auto count = static_cast<float>(values.size());
    const float each = (width - gap * (count - 1)) / count;
    const std::string format = slider_format(style, values.size() == 1);
    bool moved = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0) ImGui::SameLine(0, gap);
        const std::string own_name = values.size() == 1 ? std::string(name) : fmt::format("{}/{}", name, i);
        moved |= slider(draw, own_name, each, values[i], style, format);
        draw.map.add_last_item(own_name, true, values[i]);
        tooltip(draw, style.tooltip);
    }
    return moved;
}

nlohmann::json parse_number(std::string_view text) {
    std::string digits(text);
    double factor = 1;
    if (!digits.empty() && (digits.back() == 'k' || digits.back() == 'M')) {
        factor = digits.back() == 'k' ? 1e3 : 1e6;
        digits.pop_back();
    }
    char* end = nullptr;
    const double value = std::strtod(digits.c_str(), &end) * factor;
    if (digits.empty() || *end != '\0' || !std::isfinite(value)) return std::string(text);
    constexpr double exact = 9007199254740992.0;  // 2^53: whole numbers below it are exact
    if (value != std::floor(value) || std::abs(value) > exact) return value;
    if (value < 0) return static_cast<std::int64_t>(value);
    return static_cast<std::uint64_t>(value);
}

void number_input(Draw& draw, std::string_view name, const std::string& pointer, std::uint32_t value,
                  const NumberStyle& style, float space_after) {
    label(draw, style.label, style.tooltip);
    number_cell(draw, name, pointer, value, style.tooltip,
                space_after > 0 ? -space_after * draw.scale : -FLT_MIN);
}

void number_cell(Draw& draw, std::string_view name, const std::string& pointer, std::uint32_t value,
                 std::string_view tip, float width) {
    ImGui::SetNextItemWidth(width);
    // Another widget can take the keyboard before this one is drawn; then ImGui no longer holds the text.
    std::string text = draw.typed.widget == name ? draw.typed.text : std::to_string(value);
    const bool entered =
        ImGui::InputText(("##" + std::string(name)).c_str(), &text,
                         ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    const bool left = ImGui::IsItemDeactivatedAfterEdit();
    draw.map.add_last_item(name, true, value);
    tooltip(draw, tip);
    if (ImGui::IsItemActive())
        draw.typed = {std::string(name), text};
    else if (draw.typed.widget == name)
        draw.typed = {};
    if ((entered || left) && text != std::to_string(value)) draw.events.edit(pointer, parse_number(text));
}

}  // namespace winnow::ui
