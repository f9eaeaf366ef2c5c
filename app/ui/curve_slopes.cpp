#include "ui/curve_slopes.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <span>

#include "effects/format/effect_file.h"
#include "ui/numbers.h"
#include "ui/tooltip.h"

namespace winnow::ui {
namespace {

using nlohmann::json;

constexpr float handle_length = 34, handle_radius = 3.5f, handle_reach = 7,
                line_width = 1.25f;     // natural pixels
constexpr std::size_t first_slope = 2;  // of the numbers of a point

/// Where a point's numbers have the slope before or after it. A point with one slope is no corner.
std::size_t index_of_slope(const json& point, bool is_after) {
    return is_after && point.size() > first_slope + 1 ? first_slope + 1 : first_slope;
}

ImVec2 handle_end(const PointInView& point, bool is_after, float scale) {
    const json& numbers = point.list[point.index];
    const float slope = numbers[index_of_slope(numbers, is_after)].get<float>();
    const float x = point.per_unit.x, y = slope * point.per_unit.y;
    const float step = (is_after ? 1 : -1) * handle_length * scale / std::hypot(x, y);
    return {point.place.x + x * step, point.place.y + y * step};
}

ImVec2 handle(Draw& draw, const PointInView& point, bool is_after) {
    const ImVec2 end = handle_end(point, is_after, draw.scale);
    const float reach = handle_reach * draw.scale;
    const std::string name = point.name + (is_after ? "/slope after" : "/slope before");
    ImGui::SetCursorScreenPos(ImVec2(end.x - reach, end.y - reach));
    ImGui::InvisibleButton(name.c_str(), ImVec2(2 * reach, 2 * reach));
    json numbers = point.list[point.index];
    json& slope = numbers[index_of_slope(numbers, is_after)];
    draw.map.add_last_item(name, true, slope);
    tooltip(draw, "How steep the line is here: drag it.");
    if (!ImGui::IsItemActive() || !ImGui::IsMouseDragging(ImGuiMouseButton_Left, 0)) return end;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float side = is_after ? 1 : -1;
    const float x = side * std::max(1.0f, side * (mouse.x - point.place.x));  // never straight up, nor back
    slope = effects::shortest((mouse.y - point.place.y) / point.per_unit.y * (point.per_unit.x / x));
    draw.events.edit(fmt::format("{}/{}", point.pointer, point.index), numbers);
    return end;
}

}  // namespace

SlopeHandles slope_handles(Draw& draw, const PointInView& point) {
    SlopeHandles handles;
    if (point.list[point.index].size() <= first_slope) return handles;
    if (point.index > 0) handles.before = handle(draw, point, false);
    if (point.index + 1 < point.list.size()) handles.after = handle(draw, point, true);
    return handles;
}

void draw_handles(const PointInView& point, const SlopeHandles& handles, const ImVec4& color, float scale) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 packed = ImGui::ColorConvertFloat4ToU32(color);
    for (const std::optional<ImVec2>& end : {handles.before, handles.after}) {
        if (!end) continue;
        list.AddLine(point.place, *end, packed, line_width * scale);
        list.AddCircleFilled(*end, handle_radius * scale, packed);
    }
}

void slope_rows(Draw& draw, const PointInView& point, float now, float usual) {
    struct Kind {
        const char *text, *tip;
    };
    constexpr std::array kinds{
        Kind{"Auto", "The line beside this point follows from its neighbours."},
        Kind{"Free", "It states how steep the line is, which may go beyond its points. Drag a handle."},
        Kind{"Broken", "It states how steep the line is before it and after it: a corner."}};
    json numbers = point.list[point.index];
    const std::size_t kind = numbers.size() - first_slope;
    const std::string pointer = fmt::format("{}/{}", point.pointer, point.index);
    label(draw, "slope", "How steep the line is at this point: its tangent.");
    const float gap = 3 * draw.scale, count = kinds.size();
    const float width = (ImGui::GetContentRegionAvail().x - (count - 1) * gap) / count;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        if (i > 0) ImGui::SameLine(0, gap);
        if (button(draw, fmt::format("{}/slope/{}", point.name, kinds[i].text), kinds[i].text, width,
                   i == kind) &&
            i != kind) {
            const json stated = kind > 0 ? numbers[first_slope] : json(effects::shortest(now));
            json changed = json::array({numbers[0], numbers[1]});
            changed.insert(changed.end(), i, stated);
            draw.events.edit(pointer, changed);
        }
        tooltip(draw, kinds[i].tip);
    }
    if (kind == 0) return;
    std::array<float, 2> slopes{};
    for (std::size_t i = 0; i < kind; ++i) slopes[i] = numbers[first_slope + i].get<float>();
    label(draw, "steepness",
          kind > 1 ? "Before it and after it: units of the value per unit of the axis."
                   : "Units of the value per unit of the axis.");
    const NumberStyle style{
        {}, {}, "How much the value rises per unit of the axis; below 0 it falls.", -usual, usual};
    if (!slider_cells(draw, point.name + "/steepness", std::span(slopes).first(kind), style,
                      ImGui::GetContentRegionAvail().x))
        return;
    for (std::size_t i = 0; i < kind; ++i) numbers[first_slope + i] = effects::shortest(slopes[i]);
    draw.events.edit(pointer, numbers);
}

}  // namespace winnow::ui
