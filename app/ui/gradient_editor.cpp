#include "ui/gradient_editor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "effects/format/effect_file.h"
#include "effects/format/writer.h"
#include "ui/color_cell.h"
#include "ui/curve_shapes.h"
#include "ui/numbers.h"
#include "ui/point_handles.h"
#include "ui/widgets.h"

namespace winnow::ui {
namespace {

using nlohmann::json;

constexpr float gradient_height = 30, alpha_height = 10, stop_size = 12, stop_room = 16;  // natural pixels
constexpr float stops_shown = 8;      // of intensity, above and below the middle of the bar
constexpr float intensity_width = 1;  // natural pixels, of the line
constexpr int gradient_parts = 48;    // of the bar

ImU32 shown(const Draw& draw, const json& value) {
    return ImGui::ColorConvertFloat4ToU32(
        shown_light(value.get<std::vector<float>>(), draw.settings().effect.view.exposure));
}

float alpha_of(const json& value) {
    return std::clamp(value.back().get<float>(), 0.0f, 1.0f);
}

struct Bar {
    Canvas canvas;  // of the bar and its stops
    float height, edge;
    effects::Interval axis;

    float x_of(float place) const {
        const auto share = static_cast<float>((double{place} - axis.least) / (axis.most - axis.least));
        return canvas.least.x + edge + share * (canvas.size.x - 2 * edge);
    }
    float place_of(float pixel) const {
        const float share = (pixel - canvas.least.x - edge) / (canvas.size.x - 2 * edge);
        return static_cast<float>(axis.least +
                                  (axis.most - axis.least) * std::clamp(double{share}, 0.0, 1.0));
    }
};

/// Draws the squares that are seen through what is transparent.
void draw_squares(const Bar& bar, float top, float bottom) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float side = (bottom - top) / 2, left = bar.canvas.least.x + bar.edge,
                right = bar.canvas.least.x + bar.canvas.size.x - bar.edge;
    constexpr ImU32 dark = IM_COL32(70, 70, 70, 255), bright = IM_COL32(140, 140, 140, 255);
    list.AddRectFilled(ImVec2(left, top), ImVec2(right, bottom), dark);
    bool is_lower = false;
    for (float x = left; x < right; x += side, is_lower = !is_lower) {
        const float y = is_lower ? top + side : top;
        list.AddRectFilled(ImVec2(x, y), ImVec2(std::min(x + side, right), y + side), bright);
    }
}

/// The upper part shows the colours as a frame does, the strip below them as they cover what is behind.
void draw_bar(const Draw& draw, const Bar& bar, const json& line) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float top = bar.canvas.least.y, bottom = top + bar.height,
                middle = bottom - alpha_height * draw.scale;
    const float width = (bar.canvas.size.x - 2 * bar.edge) / gradient_parts;
    draw_squares(bar, middle, bottom);
    const auto covering = [](ImU32 opaque, float alpha) {
        return (opaque & ~IM_COL32_A_MASK) | static_cast<ImU32>(std::lround(alpha * 255)) << IM_COL32_A_SHIFT;
    };
    for (int i = 0; i < gradient_parts; ++i) {
        const float x = bar.canvas.least.x + bar.edge + width * static_cast<float>(i);
        const json from = value_at_point(line, bar.place_of(x)),
                   to = value_at_point(line, bar.place_of(x + width));
        const ImU32 left = shown(draw, from), right = shown(draw, to);
        list.AddRectFilledMultiColor(ImVec2(x, top), ImVec2(x + width, middle), left, right, right, left);
        const ImU32 begin = covering(left, alpha_of(from)), end = covering(right, alpha_of(to));
        list.AddRectFilledMultiColor(ImVec2(x, middle), ImVec2(x + width, bottom), begin, end, end, begin);
    }
}

/// Draws the intensity as a line over the colours, unless screens encode all of them well. Its middle is that
/// of light of 1.
void draw_intensity(const Draw& draw, const Bar& bar, const json& course) {
    const float height = bar.height - alpha_height * draw.scale;
    const float width = (bar.canvas.size.x - 2 * bar.edge) / gradient_parts;
    std::vector<ImVec2> line;
    bool is_flat = true;
    for (int i = 0; i <= gradient_parts; ++i) {
        const float x = bar.canvas.least.x + bar.edge + width * static_cast<float>(i);
        const auto light = value_at_point(course, bar.place_of(x)).get<std::vector<float>>();
        const float brightest = std::max({light[0], light[1], light[2], std::exp2(-stops_shown)});
        const float intensity = std::min(std::log2(brightest), stops_shown);
        is_flat = is_flat && stops_of(light) == 0;
        line.emplace_back(x, bar.canvas.least.y + height * (0.5f - 0.5f * intensity / stops_shown));
    }
    if (is_flat) return;
    const auto stroke = [&](ImU32 color, float thickness) {
        ImGui::GetWindowDrawList()->AddPolyline(line.data(), static_cast<int>(line.size()), color,
                                                ImDrawFlags_None, thickness * draw.scale);
    };
    stroke(IM_COL32(0, 0, 0, 150), 3 * intensity_width);
    stroke(IM_COL32_WHITE, intensity_width);
}

void draw_stops(const Draw& draw, std::span<const ImVec2> places, const json& stops, const Touch& touch) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float scale = draw.scale;
    const float half = stop_size * scale / 2, rounding = 2 * scale;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto& [x, y] = places[i];
        const ImVec2 least(x - half, y - half), most(x + half, y + half);
        const bool is_lit = i == touch.chosen || touch.selected.test(i);
        const ImVec4& edge = is_lit ? color::accent : touch.over == i ? color::text : color::dim;
        const ImU32 line = ImGui::ColorConvertFloat4ToU32(edge);
        list.AddRectFilled(least, most, shown(draw, stops[i][1]), rounding);
        list.AddRect(least, most, line, rounding, ImDrawFlags_None, 1.5f * scale);
        list.AddTriangleFilled(ImVec2(x - half / 2, least.y), ImVec2(x + half / 2, least.y),
                               ImVec2(x, least.y - half / 2), line);
    }
}

/// Draws the chosen stop: its place, and its colour.
void stop_row(Draw& draw, const std::string& name, const std::string& pointer, const json& stops,
              std::size_t chosen, const Bar& bar) {
    label(draw, fmt::format("stop {} of {}", chosen + 1, stops.size()), points_tip);
    const std::string stop = fmt::format("{}/{}", pointer, chosen);
    auto value = stops[chosen][1].get<std::vector<float>>();
    if (color_cell(draw, name + "/colour", value)) {
        json list = json::array();
        for (const float number : value) list.push_back(effects::shortest(number));
        draw.events.edit(stop + "/1", list);
    }
    ImGui::SameLine();
    float place = place_at(stops, chosen);
    const NumberStyle x{{},
                        {},
                        "Its place on the axis.",
                        static_cast<float>(bar.axis.least),
                        static_cast<float>(bar.axis.most)};
    const float width = ImGui::GetContentRegionAvail().x - point_buttons_width(draw);
    if (slider_cells(draw, name + "/x", std::span(&place, 1), x, width))
        draw.events.edit(stop + "/0", effects::shortest(held_place(stops, chosen, place)));
    point_buttons(draw, name, pointer, stops, chosen);
}

}  // namespace

void gradient_editor(Draw& draw, const std::string& name, const std::string& pointer, const json& value) {
    const json &stops = value.at(gradient_key), line = line_of_gradient(value);
    const float scale = draw.scale;
    const Canvas canvas{ImGui::GetCursorScreenPos(),
                        ImVec2(ImGui::GetContentRegionAvail().x, (gradient_height + stop_room) * scale)};
    const Bar bar{canvas, gradient_height * scale, stop_size * scale / 2, axis_of(stops)};
    std::vector<ImVec2> places;
    for (const json& stop : stops)
        places.emplace_back(bar.x_of(stop[0].get<float>()),
                            canvas.least.y + canvas.size.y - (stop_size / 2 + 1) * scale);
    const Touch touch = touch_points(draw, name, canvas, places, stops);
    draw_bar(draw, bar, line);
    draw_intensity(draw, bar, line);
    draw_stops(draw, places, stops, touch);
    draw_outline(touch);
    if (touch.dragged_to) {
        if (touch.selected.any()) {
            draw.events.edit(pointer, dragged_points(
                                          stops, places, touch, [&](float x) { return bar.place_of(x); },
                                          [&](std::size_t i, float) { return stops[i][1]; }));
        } else {
            const float place = held_place(stops, touch.chosen, bar.place_of(touch.dragged_to->x));
            draw.events.edit(fmt::format("{}/{}/0", pointer, touch.chosen), effects::shortest(place));
        }
    }
    const float place = bar.place_of(touch.added.value_or(ImVec2()).x);
    add_or_remove(draw, name, pointer, stops, touch, place, value_at_point(line, place));
    stop_row(draw, name, pointer, stops, touch.chosen, bar);
}

}  // namespace winnow::ui
