#include "ui/gradient_editor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "effects/format/effect_file.h"
#include "effects/format/writer.h"
#include "ui/color_cell.h"
#include "ui/point_handles.h"

namespace winnow::ui {
namespace {

using nlohmann::json;

constexpr float gradient_height = 26, alpha_height = 7, stop_size = 12, stop_room = 16;  // natural pixels
constexpr std::size_t colour_numbers = 4;
constexpr int gradient_parts = 48;  // of the bar

bool is_colour(const auto& value) {
    return value.size() == colour_numbers;
}

float greatest_of(const json& value) {
    float most = 0;
    for (std::size_t i = 0; i < 3; ++i) most = std::max(most, std::abs(value[i].get<float>()));
    return most;
}

/// Returns what a value looks like: a colour without its alpha; a vector by the sizes of its parts, compared
/// with the `greatest` of all.
ImU32 shown(const json& value, float greatest) {
    if (is_colour(value)) return ImGui::ColorConvertFloat4ToU32(shown_light(value.get<std::vector<float>>()));
    const auto part = [&](std::size_t i) { return std::abs(value[i].get<float>()) / greatest; };
    return ImGui::ColorConvertFloat4ToU32(ImVec4(part(0), part(1), part(2), 1));
}

/// Returns the alpha of a colour; 1 for a vector.
float alpha_of(const json& value) {
    return is_colour(value) ? std::clamp(value.back().get<float>(), 0.0f, 1.0f) : 1;
}

float greatest_in(const json& stops) {
    float greatest = 1e-6f;
    for (const json& stop : stops) greatest = std::max(greatest, greatest_of(stop[1]));
    return greatest;
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

/// The upper part shows the colours, the line below them the alpha, from black to white.
void draw_bar(const Bar& bar, const json& stops, float scale) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float greatest = greatest_in(stops), top = bar.canvas.least.y, bottom = top + bar.height;
    const float middle = is_colour(stops.front()[1]) ? bottom - alpha_height * scale : bottom;
    const float width = (bar.canvas.size.x - 2 * bar.edge) / gradient_parts;
    for (int i = 0; i < gradient_parts; ++i) {
        const float x = bar.canvas.least.x + bar.edge + width * static_cast<float>(i);
        const json from = value_at_point(stops, bar.place_of(x)),
                   to = value_at_point(stops, bar.place_of(x + width));
        const ImU32 left = shown(from, greatest), right = shown(to, greatest);
        list.AddRectFilledMultiColor(ImVec2(x, top), ImVec2(x + width, middle), left, right, right, left);
        const auto grey = [](float level) {
            return ImGui::ColorConvertFloat4ToU32(ImVec4(level, level, level, 1));
        };
        const ImU32 begin = grey(alpha_of(from)), end = grey(alpha_of(to));
        list.AddRectFilledMultiColor(ImVec2(x, middle), ImVec2(x + width, bottom), begin, end, end, begin);
    }
}

void draw_stops(std::span<const ImVec2> places, const json& stops, const Touch& touch, float scale) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float half = stop_size * scale / 2, rounding = 2 * scale, greatest = greatest_in(stops);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto& [x, y] = places[i];
        const ImVec2 least(x - half, y - half), most(x + half, y + half);
        const ImVec4& edge = i == touch.chosen ? color::accent : touch.over == i ? color::text : color::dim;
        const ImU32 line = ImGui::ColorConvertFloat4ToU32(edge);
        list.AddRectFilled(least, most, shown(stops[i][1], greatest), rounding);
        list.AddRect(least, most, line, rounding, ImDrawFlags_None, 1.5f * scale);
        list.AddTriangleFilled(ImVec2(x - half / 2, least.y), ImVec2(x + half / 2, least.y),
                               ImVec2(x, least.y - half / 2), line);
    }
}

/// Draws the chosen stop: its place, and its colour or vector.
void stop_row(Draw& draw, const std::string& name, const std::string& pointer, const json& stops,
              std::size_t chosen, const Bar& bar, const NumberStyle& style) {
    label(draw, fmt::format("stop {} of {}", chosen + 1, stops.size()), points_tip);
    const std::string stop = fmt::format("{}/{}", pointer, chosen);
    auto value = stops[chosen][1].get<std::vector<float>>();
    const auto changed = [&] {
        json list = json::array();
        for (const float number : value) list.push_back(effects::shortest(number));
        draw.events.edit(stop + "/1", list);
    };
    if (is_colour(value)) {
        if (color_cell(draw, name + "/colour", std::span<float, colour_numbers>(value))) changed();
        ImGui::SameLine();
    }
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
    if (is_colour(value)) return;
    label(draw, "");
    if (slider_cells(draw, name + "/value", value, style, ImGui::GetContentRegionAvail().x)) changed();
}

}  // namespace

void gradient_editor(Draw& draw, const std::string& name, const std::string& pointer, const json& stops,
                     const NumberStyle& style) {
    const float scale = draw.scale;
    const Canvas canvas{ImGui::GetCursorScreenPos(),
                        ImVec2(ImGui::GetContentRegionAvail().x, (gradient_height + stop_room) * scale)};
    const Bar bar{canvas, gradient_height * scale, stop_size * scale / 2, axis_of(stops)};
    std::vector<ImVec2> places;
    for (const json& stop : stops)
        places.emplace_back(bar.x_of(stop[0].get<float>()),
                            canvas.least.y + canvas.size.y - (stop_size / 2 + 1) * scale);
    const Touch touch = touch_points(draw, name, canvas, places, stops);
    draw_bar(bar, stops, scale);
    draw_stops(places, stops, touch, scale);
    if (touch.dragged_to) {
        const float place = held_place(stops, touch.chosen, bar.place_of(touch.dragged_to->x));
        draw.events.edit(fmt::format("{}/{}/0", pointer, touch.chosen), effects::shortest(place));
    }
    const float place = bar.place_of(touch.added.value_or(ImVec2()).x);
    add_or_remove(draw, name, pointer, stops, touch, place, value_at_point(stops, place));
    stop_row(draw, name, pointer, stops, touch.chosen, bar, style);
}

}  // namespace winnow::ui
