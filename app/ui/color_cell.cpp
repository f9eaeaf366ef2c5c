#include "ui/color_cell.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "ui/tooltip.h"

namespace winnow::ui {

namespace {

constexpr float picker_width = 232, swatch_width = 40, popup_gap = 6;  // natural pixels
constexpr float max_stops = 8;                                         // of the slider

/// Returns a level of light, 0 to 1, as screens encode it (sRGB), and the reverse.
float encoded(float light) {
    return light <= 0.0031308f ? 12.92f * light : 1.055f * std::pow(light, 1 / 2.4f) - 0.055f;
}

float decoded(float level) {
    return level <= 0.04045f ? level / 12.92f : std::pow((level + 0.055f) / 1.055f, 2.4f);
}

float brightest(std::span<const float> light) {
    return std::max({light[0], light[1], light[2], 0.0f});
}

/// True if another than the picker has changed the colour.
bool differs(std::span<const float, 4> light, const std::array<float, 4>& picked) {
    constexpr float rounding = 1e-5f;
    for (std::size_t i = 0; i < light.size(); ++i)
        if (std::abs(light[i] - picked[i]) > rounding * std::max(std::abs(picked[i]), 1.0f)) return true;
    return false;
}

/// Light up to 1 is a colour of no stops; brighter light is a colour whose brightest part is 1, times 2 to
/// the power of its stops.
void begin_picking(Picking& picking, std::string_view name, std::span<const float, 4> light) {
    picking.widget = name;
    std::copy(light.begin(), light.end(), picking.light.begin());
    const float intensity = std::max(brightest(light), 1.0f);
    picking.stops = std::log2(intensity);
    for (std::size_t i = 0; i < picking.levels.size(); ++i)
        picking.levels[i] = encoded(std::max(light[i], 0.0f) / intensity);
}

/// Draws the picker, whose hexadecimal number is that of screens. Returns true if the colour was changed.
bool picker(Draw& draw, const std::string& name, std::span<float, 4> light) {
    Picking& picking = draw.picking;
    if (picking.widget != name || differs(light, picking.light)) begin_picking(picking, name, light);
    constexpr auto flags = ImGuiColorEditFlags_NoLabel | ImGuiColorEditFlags_NoSidePreview |
                           ImGuiColorEditFlags_NoOptions | ImGuiColorEditFlags_AlphaBar |
                           ImGuiColorEditFlags_DisplayHex;
    std::array<float, 4> parts{picking.levels[0], picking.levels[1], picking.levels[2], light[3]};
    ImGui::SetNextItemWidth(picker_width * draw.scale);
    bool moved = false, faded = false;
    if (ImGui::ColorPicker4("##picker", parts.data(), flags)) {
        moved = !std::equal(picking.levels.begin(), picking.levels.end(), parts.begin());
        faded = parts[3] != light[3];
        std::copy_n(parts.begin(), picking.levels.size(), picking.levels.begin());
        light[3] = parts[3];
    }
    draw.map.add_last_item(name + "/picker", true, light);
    const NumberStyle stops{
        "intensity", "stops",   "How often the light is doubled: bright light glows, and its hue stays.",
        0,           max_stops, false,
        false};
    moved |= slider_cells(draw, name + "/intensity", std::span(&picking.stops, 1), stops,
                          picker_width * draw.scale);
    if (moved)
        for (std::size_t i = 0; i < picking.levels.size(); ++i)
            light[i] = decoded(picking.levels[i]) * std::exp2(picking.stops);
    std::copy(light.begin(), light.end(), picking.light.begin());
    return moved || faded;
}

/// The picker stands beside the window of its swatch, where it covers neither the row nor the scene's middle.
void place_picker(const Draw& draw, float row) {
    const ImVec2 window = ImGui::GetIO().DisplaySize, size = draw.picking.size;
    const float edge = edge_margin * draw.scale,
                right = ImGui::GetWindowPos().x + ImGui::GetWindowSize().x + popup_gap * draw.scale;
    ImGui::SetNextWindowPos(ImVec2(std::max(std::min(right, window.x - edge - size.x), 0.0f),
                                   std::max(std::min(row, window.y - edge - size.y), 0.0f)));
}

}  // namespace

ImVec4 shown_light(std::span<const float> light) {
    const float dimmed = 1 + brightest(light);
    const auto level = [&](std::size_t i) { return encoded(std::max(light[i], 0.0f) / dimmed); };
    return ImVec4(level(0), level(1), level(2), 1);
}

bool color_cell(Draw& draw, std::string_view name, std::span<float, 4> light) {
    constexpr auto flags =
        ImGuiColorEditFlags_AlphaPreviewHalf | ImGuiColorEditFlags_NoTooltip | ImGuiColorEditFlags_NoDragDrop;
    const std::string id(name);
    ImVec4 shown = shown_light(light);
    shown.w = light[3];
    const ImVec2 least = ImGui::GetCursorScreenPos();
    if (ImGui::ColorButton(("##" + id).c_str(), shown, flags,
                           ImVec2(swatch_width * draw.scale, ImGui::GetFrameHeight())))
        ImGui::OpenPopup(id.c_str());
    draw.map.add_last_item(name, true, light);
    tooltip(draw, fmt::format("red {:.3g}, green {:.3g}, blue {:.3g}, alpha {:.3g}", light[0], light[1],
                              light[2], light[3]));
    place_picker(draw, least.y);
    if (!ImGui::BeginPopup(id.c_str())) return false;
    const bool changed = picker(draw, id, light);
    draw.picking.size = ImGui::GetWindowSize();
    ImGui::EndPopup();
    return changed;
}

}  // namespace winnow::ui
