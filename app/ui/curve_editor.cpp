#include "ui/curve_editor.h"

#include <algorithm>
#include <vector>

#include "effects/format/effect_file.h"
#include "effects/model/check.h"
#include "ui/point_handles.h"

namespace winnow::ui {
namespace {

using nlohmann::json;

constexpr float curve_height = 96;  // natural pixels
constexpr float curve_inset = 8;    // between the canvas' edge and the ends of its axes
constexpr float point_radius = 4, curve_width = 1.75f;
constexpr int grid_cells = 4;  // of the grid, each way
constexpr float y_most_shown = 1e5f;

/// The mapping between points and pixels.
struct Axes {
    Canvas canvas;
    float edge;
    effects::Interval x;
    NumberStyle y;

    float x_of(float place) const {
        const auto span = static_cast<float>(x.most - x.least);
        return canvas.least.x + edge +
               (place - static_cast<float>(x.least)) / span * (canvas.size.x - 2 * edge);
    }
    float y_of(float value) const {
        return canvas.least.y + canvas.size.y - edge - place_of(value, y) * (canvas.size.y - 2 * edge);
    }
    float place_of_pixel(float pixel) const {
        const float share = (pixel - canvas.least.x - edge) / (canvas.size.x - 2 * edge);
        return static_cast<float>(x.least + (x.most - x.least) * std::clamp(double{share}, 0.0, 1.0));
    }
    float value_of_pixel(float pixel) const {
        return value_at_place((canvas.least.y + canvas.size.y - edge - pixel) / (canvas.size.y - 2 * edge),
                              y);
    }
};

/// The values that are shown: the usual ones, and those of the points.
NumberStyle y_axis(const json& points, NumberStyle style) {
    for (const json& point : points) {
        const float value = std::clamp(point[1].get<float>(), -y_most_shown, y_most_shown);
        if (!style.logarithmic) style.least = std::min(style.least, value);
        style.most = std::max(style.most, value);
    }
    return style;
}

ImU32 grid_color(float alpha) {
    return ImGui::ColorConvertFloat4ToU32(ImVec4(1, 1, 1, alpha));
}

void draw_grid(const Axes& axes) {
    constexpr float grid_alpha = 0.05f;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto& [least, size] = axes.canvas;
    const ImVec2 most(least.x + size.x, least.y + size.y);
    list.AddRectFilled(least, most, ImGui::GetColorU32(ImGuiCol_FrameBg), ImGui::GetStyle().FrameRounding);
    for (int i = 0; i <= grid_cells; ++i) {
        const float share = static_cast<float>(i) / grid_cells;
        const float x = least.x + axes.edge + share * (size.x - 2 * axes.edge);
        const float y = least.y + axes.edge + share * (size.y - 2 * axes.edge);
        list.AddLine(ImVec2(x, least.y + axes.edge), ImVec2(x, most.y - axes.edge), grid_color(grid_alpha));
        list.AddLine(ImVec2(least.x + axes.edge, y), ImVec2(most.x - axes.edge, y), grid_color(grid_alpha));
    }
}

/// Writes the ends of the axes into the corners.
void draw_scale(Draw& draw, const Axes& axes) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 color = ImGui::ColorConvertFloat4ToU32(color::dim);
    const auto& [least, size] = axes.canvas;
    const float pad = 3 * draw.scale, line = draw.fonts.small->FontSize;
    const auto text = [&](float x, float y, const std::string& what) {
        list.AddText(draw.fonts.small, line, ImVec2(x, y), color, what.c_str());
    };
    const std::string unit = axes.y.unit.empty() ? "" : " " + axes.y.unit;
    text(least.x + pad, least.y + pad, axis_text(axes.y.most) + unit);
    text(least.x + pad, least.y + size.y - line - pad, axis_text(axes.y.least));
    const std::string end = axis_text(static_cast<float>(axes.x.most));
    const float width = draw.fonts.small->CalcTextSizeA(line, FLT_MAX, 0, end.c_str()).x;
    text(least.x + size.x - width - pad, least.y + size.y - line - pad, end);
}

/// Segments are short, because a straight line between points is none on a logarithmic axis.
void draw_line(const Axes& axes, const json& points, std::span<const ImVec2> places, float scale) {
    constexpr int parts = 16;
    std::vector<ImVec2> line{ImVec2(axes.x_of(static_cast<float>(axes.x.least)), places.front().y)};
    for (std::size_t i = 0; i < places.size(); ++i) {
        line.push_back(places[i]);
        if (i + 1 == places.size() || !axes.y.logarithmic) continue;
        const float from = place_at(points, i), to = place_at(points, i + 1);
        for (int k = 1; k < parts; ++k) {
            const float place = from + (to - from) * static_cast<float>(k) / parts;
            line.emplace_back(axes.x_of(place), axes.y_of(value_at_point(points, place).get<float>()));
        }
    }
    line.emplace_back(axes.x_of(static_cast<float>(axes.x.most)), places.back().y);
    ImGui::GetWindowDrawList()->AddPolyline(line.data(), static_cast<int>(line.size()),
                                            ImGui::ColorConvertFloat4ToU32(color::accent), ImDrawFlags_None,
                                            curve_width * scale);
}

void draw_points(std::span<const ImVec2> places, const Touch& touch, float scale) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < places.size(); ++i) {
        const ImVec4& inner = i == touch.chosen ? color::accent : color::on_accent;
        const float radius = (touch.over == i ? point_radius + 1 : point_radius) * scale;
        list.AddCircleFilled(places[i], radius, ImGui::ColorConvertFloat4ToU32(inner));
        list.AddCircle(places[i], radius, ImGui::ColorConvertFloat4ToU32(color::accent), 0,
                       curve_width * scale);
    }
}

/// Draws the chosen point as two sliders.
void point_row(Draw& draw, const std::string& name, const std::string& pointer, const json& points,
               std::size_t chosen, const Axes& axes) {
    label(draw, fmt::format("point {} of {}", chosen + 1, points.size()), points_tip);
    float place = place_at(points, chosen), value = points[chosen][1].get<float>();
    const float gap = 3 * draw.scale,
                width = (ImGui::GetContentRegionAvail().x - point_buttons_width(draw) - gap) / 2;
    const NumberStyle x{
        {}, {}, "Its place on the axis.", static_cast<float>(axes.x.least), static_cast<float>(axes.x.most)};
    bool moved = slider_cells(draw, name + "/x", std::span(&place, 1), x, width);
    ImGui::SameLine(0, gap);
    NumberStyle y = axes.y;
    y.unit = {};  // the axis says it
    moved |= slider_cells(draw, name + "/y", std::span(&value, 1), y, width);
    if (moved)
        draw.events.edit(fmt::format("{}/{}", pointer, chosen),
                         {effects::shortest(held_place(points, chosen, place)), effects::shortest(value)});
    point_buttons(draw, name, pointer, points, chosen);
}

}  // namespace

std::string axis_text(float value) {
    return fmt::format("{:.4g}", value);
}

void curve_editor(Draw& draw, const std::string& name, const std::string& pointer, const json& points,
                  const NumberStyle& style) {
    const Canvas canvas{ImGui::GetCursorScreenPos(),
                        ImVec2(ImGui::GetContentRegionAvail().x, curve_height * draw.scale)};
    const Axes axes{canvas, curve_inset * draw.scale, axis_of(points), y_axis(points, style)};
    std::vector<ImVec2> places;
    for (const json& point : points)
        places.emplace_back(axes.x_of(point[0].get<float>()), axes.y_of(point[1].get<float>()));
    const Touch touch = touch_points(draw, name, canvas, places, points);
    draw_grid(axes);
    draw_scale(draw, axes);
    draw_line(axes, points, places, draw.scale);
    draw_points(places, touch, draw.scale);
    if (touch.dragged_to) {
        const float place = held_place(points, touch.chosen, axes.place_of_pixel(touch.dragged_to->x));
        draw.events.edit(
            fmt::format("{}/{}", pointer, touch.chosen),
            {effects::shortest(place), effects::shortest(axes.value_of_pixel(touch.dragged_to->y))});
    }
    const ImVec2 at = touch.added.value_or(ImVec2());
    add_or_remove(draw, name, pointer, points, touch, axes.place_of_pixel(at.x),
                  effects::shortest(axes.value_of_pixel(at.y)));
    point_row(draw, name, pointer, points, touch.chosen, axes);
}

}  // namespace winnow::ui
