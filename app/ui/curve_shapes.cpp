#include "ui/curve_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "effects/format/effect_file.h"
#include "effects/model/smooth_curve.h"
#include "ui/clipping.h"
#include "ui/tooltip.h"
#include "ui/widgets.h"

namespace winnow::ui {
namespace {

using nlohmann::json;

constexpr float shapes_width = 220, shape_button_gap = 4;  // natural pixels

struct UnitPoint {
    float place, value;  // 0 to 1
};

constexpr std::array linear_points{UnitPoint{0, 0}, UnitPoint{1, 1}};
constexpr std::array ease_in_points{UnitPoint{0, 0}, UnitPoint{0.25f, 0.0625f}, UnitPoint{0.5f, 0.25f},
                                    UnitPoint{0.75f, 0.5625f}, UnitPoint{1, 1}};
constexpr std::array ease_out_points{UnitPoint{0, 0}, UnitPoint{0.25f, 0.4375f}, UnitPoint{0.5f, 0.75f},
                                     UnitPoint{0.75f, 0.9375f}, UnitPoint{1, 1}};
constexpr std::array ease_points{UnitPoint{0, 0}, UnitPoint{0.25f, 0.15625f}, UnitPoint{0.5f, 0.5f},
                                 UnitPoint{0.75f, 0.84375f}, UnitPoint{1, 1}};
constexpr std::array pulse_points{UnitPoint{0, 0}, UnitPoint{0.1f, 1}, UnitPoint{0.3f, 0.4f},
                                  UnitPoint{0.6f, 0.1f}, UnitPoint{1, 0}};
constexpr std::array bell_points{UnitPoint{0, 0}, UnitPoint{0.25f, 0.5f}, UnitPoint{0.5f, 1},
                                 UnitPoint{0.75f, 0.5f}, UnitPoint{1, 0}};
constexpr std::array fade_points{UnitPoint{0, 0}, UnitPoint{0.2f, 1}, UnitPoint{0.8f, 1}, UnitPoint{1, 0}};
constexpr std::array hold_points{UnitPoint{0, 1}, UnitPoint{0.8f, 1}, UnitPoint{1, 0}};

struct KnownShape {
    std::string_view name;
    std::span<const UnitPoint> points;
    bool is_smooth = true;
};

const std::array known_shapes{
    KnownShape{"linear", linear_points, false}, KnownShape{"ease in", ease_in_points},
    KnownShape{"ease out", ease_out_points},    KnownShape{"ease in and out", ease_points},
    KnownShape{"pulse", pulse_points},          KnownShape{"bell", bell_points},
    KnownShape{"fade in and out", fade_points}, KnownShape{"hold", hold_points, false}};

/// The least and the greatest value of a curve.
struct ValueEnds {
    float least, most;
};

ValueEnds ends_of_values(const json& points) {
    ValueEnds bounds{points.front()[1].get<float>(), points.front()[1].get<float>()};
    for (const json& point : points) {
        bounds.least = std::min(bounds.least, point[1].get<float>());
        bounds.most = std::max(bounds.most, point[1].get<float>());
    }
    return bounds;
}

/// Turns the signs of the slopes that a point states.
void turn_slopes(json& point) {
    for (std::size_t i = 2; i < point.size(); ++i) point[i] = effects::shortest(-point[i].get<float>());
}

json mirrored(const json& points) {
    const double ends = points.front()[0].get<double>() + points.back()[0].get<double>();
    json result = json::array();
    for (std::size_t i = points.size(); i-- > 0;) {
        json point = points[i];
        point[0] = effects::shortest(static_cast<float>(ends - points[i][0].get<double>()));
        turn_slopes(point);
        std::reverse(point.begin() + 2, point.end());
        result.push_back(std::move(point));
    }
    return result;
}

json turned_over(const json& points) {
    const auto [least, most] = ends_of_values(points);
    json result = points;
    for (json& point : result) {
        point[1] = effects::shortest(least + most - point[1].get<float>());
        turn_slopes(point);
    }
    return result;
}

/// Asks for the edit to what the clipboard holds: a value, or a list of points.
void paste_points(Draw& draw, const std::string& pointer, const json& value, const char* key) {
    auto pasted = pasted_json(draw);
    if (!pasted) return;
    if (pasted->is_array()) {
        json changed = value;
        changed[key] = *pasted;
        pasted = changed;
    }
    if (!pasted->is_object() || !pasted->contains(key)) {
        draw.events.warning = fmt::format("Nothing was pasted: the clipboard holds no {}.", key);
        return;
    }
    paste(draw, {pointer, *pasted}, fmt::format("paste a {}", key));
}

void shapes_menu(Draw& draw, const std::string& name, const std::string& pointer, const json& value,
                 const NumberStyle& style) {
    ImGui::SetNextWindowSize(ImVec2(shapes_width * draw.scale, 0));
    if (!ImGui::BeginPopup(name.c_str())) return;
    for (const CurveShape& shape : curve_shapes) {
        const std::string text(shape.name);
        if (!list_entry(draw, fmt::format("{}/{}", name, text), text, shape.summary, true, false)) continue;
        draw.events.what = "shape a curve: " + text;
        draw.events.edit(pointer, shaped(value, shape.name, style.least, style.most));
    }
    ImGui::EndPopup();
}

/// Returns the numbers of a value, 4 at most.
glm::vec4 vector_in(const json& value) {
    glm::vec4 numbers{};
    for (std::size_t i = 0; i < value.size(); ++i)
        numbers[static_cast<int>(i)] = (value.is_array() ? value[i] : value).get<float>();
    return numbers;
}

json as_list(const glm::vec4& numbers, std::size_t count) {
    json list = json::array();
    for (std::size_t i = 0; i < count; ++i) list.push_back(numbers[static_cast<int>(i)]);
    return list;
}

}  // namespace

json line_of_curve(const json& value, const effects::Interval& range) {
    const json& points = value.at(curve_key);
    effects::Curve curve{{}, {}, value.value(smooth_key, false)};
    curve.slopes.resize(points.size());
    bool has_slopes = false;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const json& point = points[i];
        curve.points.emplace_back(point[0].get<float>(), point[1].get<float>());
        if (point.size() < 3) continue;
        has_slopes = true;
        curve.slopes[i] = effects::Slopes{point[2].get<float>()};
        if (point.size() > 3) curve.slopes[i]->after = point[3].get<float>();
    }
    if (!has_slopes) curve.slopes.clear();
    json line = json::array();
    for (const glm::vec2& point : effects::line_of(curve, range)) line.push_back({point.x, point.y});
    return line;
}

json line_of_gradient(const json& value) {
    const json& stops = value.at(gradient_key);
    if (!value.value(smooth_key, false)) return stops;
    json line = json::array();
    effects::Gradient gradient{{}, {}, false, true};
    for (const json& stop : stops) gradient.stops.emplace_back(stop[0].get<float>(), vector_in(stop[1]));
    for (const auto& [place, numbers] : effects::line_of(gradient))
        line.push_back({place, as_list(numbers, stops.front()[1].size())});
    return line;
}

json shaped(const json& curve, std::string_view shape, float least, float most) {
    json result = curve;
    json& points = result[curve_key];
    if (shape == "mirror") points = mirrored(points);
    if (shape == "upside down") points = turned_over(points);
    const auto* const known = std::ranges::find(known_shapes, shape, &KnownShape::name);
    if (known == known_shapes.end()) return result;
    ValueEnds bounds = ends_of_values(points);
    if (bounds.least == bounds.most) bounds = {least, most};
    const float first = points.front()[0].get<float>(), last = points.back()[0].get<float>();
    const float length = first < last ? last - first : 1;
    points = json::array();
    for (const auto& [place, value] : known->points)
        points.push_back({effects::shortest(first + length * place),
                          effects::shortest(bounds.least + (bounds.most - bounds.least) * value)});
    result.erase(smooth_key);
    if (known->is_smooth) result[smooth_key] = true;
    return result;
}

void curve_buttons(Draw& draw, const std::string& name, const std::string& pointer, const json& value,
                   const NumberStyle& style) {
    const bool is_curve = value.contains(curve_key);
    const char* const key = is_curve ? curve_key : gradient_key;
    const float gap = shape_button_gap * draw.scale;
    const float count = is_curve ? 4 : 3;
    const float width = (ImGui::GetContentRegionAvail().x - (count - 1) * gap) / count;
    const bool is_smooth = value.value(smooth_key, false);
    if (button(draw, name + "/smooth", "Smooth", width, is_smooth))
        draw.events.edit(pointer + "/" + smooth_key, !is_smooth);
    tooltip(draw, "A smooth line through three points or more, which goes beyond none of them.");
    ImGui::SameLine(0, gap);
    if (is_curve) {
        const std::string menu = name + "/shape";
        if (button(draw, menu, "Shape", width)) ImGui::OpenPopup(menu.c_str());
        tooltip(draw, "Other points, between the least and the greatest value of these.");
        shapes_menu(draw, menu, pointer, value, style);
        ImGui::SameLine(0, gap);
    }
    if (button(draw, name + "/copy", "Copy", width)) copy_text(value);
    tooltip(draw, "Copies all points as JSON text.");
    ImGui::SameLine(0, gap);
    if (button(draw, name + "/paste", "Paste", width)) paste_points(draw, pointer, value, key);
    tooltip(draw, "Pastes the points of another, in the place of these.");
}

}  // namespace winnow::ui
