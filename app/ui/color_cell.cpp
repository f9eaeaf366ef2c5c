#include "ui/color_cell.h"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/tone_curve.h"
#include "effects/model/colour.h"
#include "effects/model/document.h"
#include "ui/numbers.h"
#include "ui/tooltip.h"
#include "ui/widgets.h"

namespace winnow::ui {

namespace {

constexpr float picker_width = 232, swatch_width = 40, popup_gap = 6;  // natural pixels
constexpr float max_stops = 8;                                         // of the slider, either way
constexpr float darkest_without_stops = 1.0f / 16;                     // screens have few levels for less
constexpr float told_stops = 0.05f;                                    // less is not told in a swatch

float brightest(std::span<const float> light) {
    return std::max({light[0], light[1], light[2], 0.0f});
}

/// True if another than the picker has changed the colour.
bool differs(std::span<const float> light, const std::array<float, 4>& picked) {
    constexpr float rounding = 1e-5f;
    for (std::size_t i = 0; i < light.size(); ++i)
        if (std::abs(light[i] - picked[i]) > rounding * std::max(std::abs(picked[i]), 1.0f)) return true;
    return false;
}

void begin_picking(Picking& picking, std::string_view name, std::span<const float> light) {
    picking.widget = name;
    std::copy(light.begin(), light.end(), picking.light.begin());
    picking.stops = stops_of(light);
    for (std::size_t i = 0; i < picking.levels.size(); ++i)
        picking.levels[i] =
            static_cast<float>(encoded_srgb(std::max(light[i], 0.0f) / std::exp2(picking.stops)));
}

std::string code_of(const std::array<float, 3>& levels) {
    const auto byte = [](float level) { return std::lround(std::clamp(level, 0.0f, 1.0f) * 255); };
    return fmt::format("#{:02x}{:02x}{:02x}", byte(levels[0]), byte(levels[1]), byte(levels[2]));
}

bool has_alpha(std::span<const float> light) {
    return light.size() > 3;
}

/// Draws the field for the colour without its intensity, as CSS writes it. A code with alpha sets that too.
/// Returns true if another colour was entered.
bool code_field(Draw& draw, const std::string& widget, Picking& picking, std::span<float> light) {
    const std::string name = widget + "/code", code = code_of(picking.levels);
    const bool was_typed = draw.typed.widget == name;
    std::string text = was_typed ? draw.typed.text : code;
    ImGui::SetNextItemWidth(picker_width * draw.scale);
    const bool entered =
        ImGui::InputText(("##" + name).c_str(), &text,
                         ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    const bool left = ImGui::IsItemDeactivatedAfterEdit();
    draw.map.add_last_item(name, true, text);
    tooltip(draw,
            fmt::format("The colour without its intensity, as screens encode it (sRGB): #ff8800, #f80{}, or "
                        "one of CSS's names, such as orange.",
                        has_alpha(light) ? ", with alpha #ff8800cc" : ""));
    if (text != code)
        draw.typed = {name, text};
    else if (was_typed)
        draw.typed = {};
    const auto typed = effects::css_colour(text);
    constexpr std::size_t short_with_alpha = 5, long_with_alpha = 9;
    const bool gives_alpha =
        text.starts_with('#') && (text.size() == short_with_alpha || text.size() == long_with_alpha);
    const bool is_refused = !typed || (gives_alpha && !has_alpha(light));
    if (text != code && is_refused)
        refusal_text(draw, name + "/error",
                     effects::excerpt(text) + " is no colour: type #rrggbb or a name of CSS");
    if ((!entered && !left) || text == code || is_refused) return false;
    draw.typed = {};
    for (int i = 0; i < 3; ++i)
        picking.levels[static_cast<std::size_t>(i)] = static_cast<float>(encoded_srgb((*typed)[i]));
    if (gives_alpha) light[3] = typed->a;
    return true;
}

/// Draws the picker. Returns true if the colour was changed.
bool picker(Draw& draw, const std::string& name, std::span<float> light, float most) {
    Picking& picking = draw.picking;
    if (picking.widget != name || differs(light, picking.light)) begin_picking(picking, name, light);
    const auto flags = ImGuiColorEditFlags_NoLabel | ImGuiColorEditFlags_NoSidePreview |
                       ImGuiColorEditFlags_NoOptions | ImGuiColorEditFlags_NoInputs |
                       (has_alpha(light) ? ImGuiColorEditFlags_AlphaBar : ImGuiColorEditFlags_NoAlpha);
    const float alpha = has_alpha(light) ? light[3] : 1;
    std::array<float, 4> parts{picking.levels[0], picking.levels[1], picking.levels[2], alpha};
    ImGui::SetNextItemWidth(picker_width * draw.scale);
    bool moved = false, faded = false;
    if (ImGui::ColorPicker4("##picker", parts.data(), flags)) {
        moved = !std::equal(picking.levels.begin(), picking.levels.end(), parts.begin());
        faded = has_alpha(light) && parts[3] != alpha;
        std::copy_n(parts.begin(), picking.levels.size(), picking.levels.begin());
        if (faded) light[3] = parts[3];
    }
    draw.map.add_last_item(name + "/picker", true, light);
    const float greatest = std::min(std::log2(most), max_stops);
    const NumberStyle stops{
        "intensity", "stops",  "How often the light is doubled: bright light glows, and its hue stays.",
        -max_stops,  greatest, false,
        false};
    moved |= slider_cells(draw, name + "/intensity", std::span(&picking.stops, 1), stops,
                          picker_width * draw.scale);
    moved |= code_field(draw, name, picking, light);
    if (moved && std::exp2(picking.stops) > most) picking.stops = greatest;  // one may type more
    if (moved)
        for (std::size_t i = 0; i < picking.levels.size(); ++i)
            light[i] = std::min(
                static_cast<float>(decoded_srgb(picking.levels[i])) * std::exp2(picking.stops), most);
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

/// Writes the stops of the light over the last item.
void write_stops(const Draw& draw, std::span<const float> light, const ImVec4& shown) {
    const float stops = stops_of(light);
    if (std::abs(stops) < told_stops) return;
    const std::string text = fmt::format("{:+.1f}", stops);
    const float line = draw.fonts.small->FontSize;
    const ImVec2 least = ImGui::GetItemRectMin(), most = ImGui::GetItemRectMax();
    const ImVec2 size = draw.fonts.small->CalcTextSizeA(line, FLT_MAX, 0, text.c_str());
    const ImVec2 at((least.x + most.x - size.x) / 2, (least.y + most.y - size.y) / 2);
    const bool is_bright = 0.3f * shown.x + 0.59f * shown.y + 0.11f * shown.z > 0.55f;
    const auto write = [&](ImVec2 place, ImU32 color) {
        ImGui::GetWindowDrawList()->AddText(draw.fonts.small, line, place, color, text.c_str());
    };
    write(ImVec2(at.x + 1, at.y + 1), is_bright ? IM_COL32(255, 255, 255, 120) : IM_COL32(0, 0, 0, 160));
    write(at, is_bright ? IM_COL32_BLACK : IM_COL32_WHITE);
}

}  // namespace

ImVec4 shown_light(std::span<const float> light, float exposure) {
    const double factor = curve_exposure * exposure;
    Light part{};
    for (std::size_t i = 0; i < part.size(); ++i) part[i] = std::max(light[i], 0.0f) * factor;
    const Light shown = tone_mapped(part);
    const auto level = [&](std::size_t i) { return static_cast<float>(encoded_srgb(shown[i])); };
    return ImVec4(level(0), level(1), level(2), 1);
}

float stops_of(std::span<const float> light) {
    const float most = brightest(light);
    const bool has_none = most == 0 || (most >= darkest_without_stops && most <= 1);
    return has_none ? 0 : std::log2(most);
}

bool color_cell(Draw& draw, std::string_view name, std::span<float> light, float most, float brightness) {
    constexpr auto flags =
        ImGuiColorEditFlags_AlphaPreviewHalf | ImGuiColorEditFlags_NoTooltip | ImGuiColorEditFlags_NoDragDrop;
    const std::string id(name);
    const std::array seen{light[0] * brightness, light[1] * brightness, light[2] * brightness};
    ImVec4 shown = shown_light(seen, draw.settings().effect.view.exposure);
    if (has_alpha(light)) shown.w = std::clamp(light[3], 0.0f, 1.0f);
    const ImVec2 least = ImGui::GetCursorScreenPos();
    if (ImGui::ColorButton(("##" + id).c_str(), shown, flags,
                           ImVec2(swatch_width * draw.scale, ImGui::GetFrameHeight())))
        ImGui::OpenPopup(id.c_str());
    draw.map.add_last_item(name, true, light);
    tooltip(draw,
            fmt::format("red {:.3g}, green {:.3g}, blue {:.3g}{}{}, {:+.1f} stops; drawn as the frame shows "
                        "light of it",
                        light[0], light[1], light[2],
                        has_alpha(light) ? fmt::format(", alpha {:.3g}", light[3]) : "",
                        brightness != 1 ? fmt::format(", times its brightness {:.3g}", brightness) : "",
                        stops_of(seen)));
    write_stops(draw, seen, shown);
    place_picker(draw, least.y);
    if (!ImGui::BeginPopup(id.c_str())) return false;
    const bool changed = picker(draw, id, light, most);
    draw.picking.size = ImGui::GetWindowSize();
    ImGui::EndPopup();
    return changed;
}

}  // namespace winnow::ui
