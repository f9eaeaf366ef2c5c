#include "ui/spline_rows.h"

#include <array>
#include <optional>

#include "effects/format/effect_file.h"
#include "effects/model/parameter.h"
#include "ui/tooltip.h"
#include "ui/value_kind.h"
#include "ui/widgets.h"

namespace winnow::ui {
namespace {

using nlohmann::json;

constexpr const char *points_key = "points", *closed_key = "closed";
constexpr float spline_button_gap = 4;  // natural pixels

bool is_closed(const json& spline) {
    return spline.is_object() && spline.value(closed_key, false);
}

json spline_of(const json& points, bool closed) {
    if (!closed) return points;
    return {{points_key, points}, {closed_key, true}};
}

/// Returns a point for behind number `i`: halfway to the next, or as far behind the last as that is behind
/// the one before it.
json point_behind(const json& points, std::size_t i) {
    constexpr float halfway = 0.5f, beyond = 2;
    return i + 1 < points.size() ? between(points[i], points[i + 1], halfway)
                                 : between(points[i - 1], points[i], beyond);
}

/// Draws a point and its buttons. Returns the points if they are to become others.
std::optional<json> point_row(Draw& draw, const std::string& name, const json& points, std::size_t i,
                              const NumberStyle& style) {
    const float side = ImGui::GetFrameHeight(), gap = spline_button_gap * draw.scale;
    json changed = points;
    const auto at = changed.begin() + static_cast<std::ptrdiff_t>(i);
    auto numbers = points[i].get<std::array<float, 3>>();
    bool has_changed =
        slider_cells(draw, name, numbers, style, ImGui::GetContentRegionAvail().x - 2 * (side + gap));
    if (has_changed)
        for (std::size_t k = 0; k < numbers.size(); ++k) (*at)[k] = effects::shortest(numbers[k]);
    ImGui::SameLine(0, gap);
    const bool has_room = points.size() < effects::max_spline_points;
    if (button(draw, name + "/add", "+", side, std::nullopt, has_room)) {
        changed.insert(at + 1, point_behind(points, i));
        has_changed = true;
    }
    tooltip(draw, "Adds a point behind this one.");
    ImGui::SameLine(0, gap);
    const bool has_more = points.size() > effects::min_spline_points;
    if (button(draw, name + "/remove", "-", side, std::nullopt, has_more)) {
        changed.erase(at);
        has_changed = true;
    }
    tooltip(draw, "Removes this point.");
    return has_changed ? std::optional(changed) : std::nullopt;
}

}  // namespace

void spline_rows(Draw& draw, const std::string& name, const std::string& pointer, const json& value,
                 const NumberStyle& style) {
    const json& points = value.is_object() ? value.at(points_key) : value;
    bool closed = is_closed(value);
    const bool toggled = ImGui::Checkbox(("closed##" + name).c_str(), &closed);
    draw.map.add_last_item(name + "/" + closed_key, true, closed);
    tooltip(draw, "The spline leads back to its first point.");
    if (toggled) draw.events.edit(pointer, spline_of(points, closed));
    for (std::size_t i = 0; i < points.size(); ++i)
        if (const auto changed = point_row(draw, fmt::format("{}/{}", name, i), points, i, style))
            draw.events.edit(pointer, spline_of(*changed, closed));
}

}  // namespace winnow::ui
