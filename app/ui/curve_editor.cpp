#include "ui/curve_editor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "effects/format/effect_file.h"
#include "effects/model/check.h"
#include "ui/curve_shapes.h"
#include "ui/curve_slopes.h"
#include "ui/point_handles.h"
#include "ui/scene_handles.h"
#include "ui/widgets.h"

namespace winnow::ui {
namespace {

using nlohmann::json;

constexpr float curve_height = 96;  // natural pixels
constexpr float curve_inset = 8;    // between the canvas' edge and the ends of its axes
constexpr float point_radius = 4, curve_width = 1.75f;
constexpr int grid_cells = 4;  // of the grid, each way
constexpr float y_most_shown = 1e5f;
constexpr std::size_t axes_of_vector = 3;

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
    /// Returns the pixels per unit of the axis to the right, and per unit of the value down, at a value.
    ImVec2 pixels_per_unit(float value) const {
        const float step = std::max(std::abs(value), y.most - y.least) * 1e-3f;
        const float down = (y_of(value + step) - y_of(value - step)) / (2 * step);
        return {(canvas.size.x - 2 * edge) / static_cast<float>(x.most - x.least),
                std::min(down, -1e-3f / step)};  // a logarithmic axis may be flat there
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

/// The points of a value, of which one number is edited: a curve's, or that of an axis of vectors.
struct Points {
    const json& list;                 // [[place, number or vector, slopes...], ...]
    std::optional<std::size_t> axis;  // of vectors
    json drawn;                       // the points between which it is straight

    float number(const json& value, std::size_t of_axis) const {
        return axis ? value[of_axis].get<float>() : value.get<float>();
    }
    float number(std::size_t i) const { return number(list[i][1], axis.value_or(0)); }
    /// Returns a value of the list with another number.
    json with(const json& value, float number) const {
        if (!axis) return effects::shortest(number);
        json changed = value;
        changed[*axis] = effects::shortest(number);
        return changed;
    }
    /// Returns the points between which the line is straight.
    std::vector<glm::vec2> line(std::size_t of_axis) const {
        std::vector<glm::vec2> points;
        for (const json& point : drawn) points.emplace_back(point[0].get<float>(), number(point[1], of_axis));
        return points;
    }
};

/// The values that are shown: the usual ones, and those of the points.
NumberStyle y_axis(const Points& points, NumberStyle style) {
    for (const json& point : points.list)
        for (std::size_t axis = 0; axis < (points.axis ? axes_of_vector : 1); ++axis) {
            const float value = std::clamp(points.number(point[1], axis), -y_most_shown, y_most_shown);
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

/// Segments are short on a logarithmic axis, because a straight line between points is none there.
void draw_line(const Axes& axes, const std::vector<glm::vec2>& points, const ImVec4& color, float scale) {
    const int parts = axes.y.logarithmic ? 16 : 1;
    std::vector<ImVec2> line{
        ImVec2(axes.x_of(static_cast<float>(axes.x.least)), axes.y_of(points.front().y))};
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
        for (int k = 0; k < parts; ++k) {
            const glm::vec2 at =
                glm::mix(points[i], points[i + 1], static_cast<float>(k) / static_cast<float>(parts));
            line.emplace_back(axes.x_of(at.x), axes.y_of(at.y));
        }
    line.emplace_back(axes.x_of(points.back().x), axes.y_of(points.back().y));
    line.emplace_back(axes.x_of(static_cast<float>(axes.x.most)), axes.y_of(points.back().y));
    ImGui::GetWindowDrawList()->AddPolyline(line.data(), static_cast<int>(line.size()),
                                            ImGui::ColorConvertFloat4ToU32(color), ImDrawFlags_None,
                                            curve_width * scale);
}

/// Draws the line that is edited over those of the other axes.
void draw_lines(const Axes& axes, const Points& points, float scale) {
    constexpr float ghost_alpha = 0.35f;
    for (std::size_t axis = 0; points.axis && axis < axes_of_vector; ++axis) {
        ImVec4 faint = axis_colors[axis];
        faint.w = ghost_alpha;
        if (axis != *points.axis) draw_line(axes, points.line(axis), faint, scale);
    }
    draw_line(axes, points.line(points.axis.value_or(0)),
              points.axis ? axis_colors[*points.axis] : color::accent, scale);
}

void draw_points(std::span<const ImVec2> places, const Touch& touch, const ImVec4& color, float scale) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < places.size(); ++i) {
        const bool is_lit = i == touch.chosen || touch.selected.test(i);
        const float radius = (touch.over == i ? point_radius + 1 : point_radius) * scale;
        list.AddCircleFilled(places[i], radius,
                             ImGui::ColorConvertFloat4ToU32(is_lit ? color : color::on_accent));
        list.AddCircle(places[i], radius, ImGui::ColorConvertFloat4ToU32(color), 0, curve_width * scale);
    }
}

/// Returns how steep the line is around a place.
float slope_at(const std::vector<glm::vec2>& line, float place) {
    const auto after = std::ranges::upper_bound(line, place, {}, &glm::vec2::x);
    const auto before = std::ranges::lower_bound(line, place, {}, &glm::vec2::x);
    const glm::vec2 last = after != line.end() ? *after : line.back();
    const glm::vec2 first = before != line.begin() ? *(before - 1) : line.front();
    return last.x > first.x ? (last.y - first.y) / (last.x - first.x) : 0;
}

/// Returns the greatest slope of the sliders: the whole height in a fourth of the width.
float usual_slope(const Axes& axes) {
    return grid_cells * (axes.y.most - axes.y.least) / static_cast<float>(axes.x.most - axes.x.least);
}

/// Draws the chosen point as two sliders.
void point_row(Draw& draw, const std::string& name, const std::string& pointer, const Points& points,
               std::size_t chosen, const Axes& axes) {
    label(draw, fmt::format("point {} of {}", chosen + 1, points.list.size()), points_tip);
    float place = place_at(points.list, chosen), value = points.number(chosen);
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
                         moved_point(points.list[chosen], held_place(points.list, chosen, place),
                                     points.with(points.list[chosen][1], value)));
    point_buttons(draw, name, pointer, points.list, chosen);
}

/// Draws the buttons that choose which axis of vectors is edited. Returns it.
std::size_t axis_row(Draw& draw, const std::string& name) {
    constexpr std::array names{"x", "y", "z"};
    ImGuiStorage& kept = *ImGui::GetStateStorage();
    const ImGuiID id = ImGui::GetID((name + "#axis").c_str());
    label(draw, "axis", "The axis whose points are edited; the lines of the others are faint.");
    const float gap = 3 * draw.scale, width = (ImGui::GetContentRegionAvail().x - 2 * gap) / 3;
    int axis = std::clamp(kept.GetInt(id), 0, 2);
    for (int i = 0; i < 3; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (i > 0) ImGui::SameLine(0, gap);
        ImGui::PushStyleColor(ImGuiCol_Text, axis == i ? color::on_accent : axis_colors[at]);
        if (button(draw, fmt::format("{}/axis/{}", name, names[at]), names[at], width, axis == i))
            kept.SetInt(id, i);
        ImGui::PopStyleColor();
    }
    axis = std::clamp(kept.GetInt(id), 0, 2);
    return static_cast<std::size_t>(axis);
}

/// Turns the doings of the mouse into edits of the list at `pointer`.
void edit_points(Draw& draw, const std::string& name, const std::string& pointer, const Points& points,
                 std::span<const ImVec2> places, const Touch& touch, const Axes& axes) {
    if (touch.dragged_to && touch.selected.any()) {
        const auto moved = [&](std::size_t i, float pixels) {
            return points.with(points.list[i][1], axes.value_of_pixel(places[i].y + pixels));
        };
        draw.events.edit(
            pointer, dragged_points(
                         points.list, places, touch, [&](float x) { return axes.place_of_pixel(x); }, moved));
    } else if (touch.dragged_to) {
        const float place = held_place(points.list, touch.chosen, axes.place_of_pixel(touch.dragged_to->x));
        draw.events.edit(
            fmt::format("{}/{}", pointer, touch.chosen),
            moved_point(points.list[touch.chosen], place,
                        points.with(points.list[touch.chosen][1], axes.value_of_pixel(touch.dragged_to->y))));
    }
    const ImVec2 at = touch.added.value_or(ImVec2());
    const float place = axes.place_of_pixel(at.x);
    add_or_remove(draw, name, pointer, points.list, touch, place,
                  points.with(value_at_point(points.list, place), axes.value_of_pixel(at.y)));
}

}  // namespace

std::string axis_text(float value) {
    return fmt::format("{:.4g}", value);
}

void curve_editor(Draw& draw, const std::string& name, const std::string& pointer, const json& value,
                  const NumberStyle& style, const effects::Interval& range) {
    const bool is_curve = value.contains(curve_key);
    const std::string key = is_curve ? curve_key : gradient_key, list = pointer + "/" + key;
    const Points points{value.at(key), is_curve ? std::nullopt : std::optional(axis_row(draw, name)),
                        is_curve ? line_of_curve(value, range) : line_of_gradient(value)};
    const Canvas canvas{ImGui::GetCursorScreenPos(),
                        ImVec2(ImGui::GetContentRegionAvail().x, curve_height * draw.scale)};
    const Axes axes{canvas, curve_inset * draw.scale, axis_of(points.list), y_axis(points, style)};
    std::vector<ImVec2> places;
    for (std::size_t i = 0; i < points.list.size(); ++i)
        places.emplace_back(axes.x_of(place_at(points.list, i)), axes.y_of(points.number(i)));
    const std::size_t chosen = chosen_point(name, places.size());
    const PointInView in_view{points.list, chosen,         name,
                              list,        places[chosen], axes.pixels_per_unit(points.number(chosen))};
    SlopeHandles handles;
    if (is_curve) handles = slope_handles(draw, in_view);
    const Touch touch = touch_points(draw, name, canvas, places, points.list);
    draw_grid(axes);
    draw_scale(draw, axes);
    draw_lines(axes, points, draw.scale);
    draw_points(places, touch, points.axis ? axis_colors[*points.axis] : color::accent, draw.scale);
    draw_handles(in_view, handles, color::accent, draw.scale);
    draw_outline(touch);
    edit_points(draw, name, list, points, places, touch, axes);
    point_row(draw, name, list, points, touch.chosen, axes);
    if (is_curve && chosen == touch.chosen && points.list.size() > 1)
        slope_rows(draw, in_view, slope_at(points.line(0), place_at(points.list, chosen)), usual_slope(axes));
}

}  // namespace winnow::ui
