#include "ui/point_handles.h"

#include <algorithm>
#include <limits>

#include "effects/format/effect_file.h"
#include "ui/keyboard.h"
#include "ui/tooltip.h"
#include "ui/value_kind.h"

namespace winnow::ui {
namespace {

using nlohmann::json;

constexpr float reach = 8;              // natural pixels around a point in which it is touched
constexpr float min_distance = 0.001f;  // of neighbours, as a share of the axis
constexpr float button_gap = 3;         // natural pixels before each button
constexpr int nothing = -1;

/// Returns the point under the mouse, the nearest of several.
std::optional<std::size_t> point_under(ImVec2 mouse, std::span<const ImVec2> places, float radius) {
    std::optional<std::size_t> found;
    float nearest = radius * radius;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const float x = mouse.x - places[i].x, y = mouse.y - places[i].y;
        if (x * x + y * y > nearest) continue;
        nearest = x * x + y * y;
        found = i;
    }
    return found;
}

// ImGui keeps the point that was touched last and the one that is held, as it keeps the state of its own
// widgets.
ImGuiID chosen_id(const std::string& name) {
    return ImGui::GetID((name + "#chosen").c_str());
}

ImGuiID held_id(const std::string& name) {
    return ImGui::GetID((name + "#held").c_str());
}

/// Returns the point that the mouse holds now.
int held_now(const std::string& name, const Touch& touch, int last) {
    if (!ImGui::IsItemActive()) return nothing;
    if (!ImGui::IsItemActivated()) return ImGui::GetStateStorage()->GetInt(held_id(name), nothing);
    const bool left = ImGui::IsMouseDown(ImGuiMouseButton_Left);
    return left && touch.over ? std::min(static_cast<int>(*touch.over), last) : nothing;
}

/// Adds the points to the map of widgets.
void add_points(Draw& draw, const std::string& name, std::span<const ImVec2> places, const json& points,
                std::optional<std::size_t> over, int held) {
    const float radius = reach * draw.scale;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const char* state = held == static_cast<int>(i) ? "held" : over == i ? "hovered" : "idle";
        draw.map.add({fmt::format("{}/{}", name, i), places[i].x - radius, places[i].y - radius, 2 * radius,
                      2 * radius, true, ImGui::IsItemVisible(), state, points[i]});
    }
}

}  // namespace

effects::Interval axis_of(const json& points) {
    return {std::min(points.front()[0].get<double>(), 0.0), std::max(points.back()[0].get<double>(), 1.0)};
}

float place_at(const json& points, std::size_t index) {
    return points[index][0].get<float>();
}

float held_between(float before, float after, float gap, float place) {
    const float least = before + gap, most = after - gap;
    return least <= most ? std::clamp(place, least, most) : before + 0.5f * (after - before);
}

float held_place(const json& points, std::size_t index, float place) {
    constexpr float anywhere = std::numeric_limits<float>::infinity();
    const effects::Interval axis = axis_of(points);
    const float gap = static_cast<float>(axis.most - axis.least) * min_distance;
    const float before = index > 0 ? place_at(points, index - 1) : -anywhere;
    const float after = index + 1 < points.size() ? place_at(points, index + 1) : anywhere;
    return held_between(before, after, gap, place);
}

json value_at_point(const json& points, float place) {
    std::size_t after = 0;
    while (after < points.size() && place_at(points, after) <= place) ++after;
    if (after == 0) return points.front()[1];
    if (after == points.size()) return points.back()[1];
    const float from = place_at(points, after - 1), to = place_at(points, after);
    return between(points[after - 1][1], points[after][1], (place - from) / (to - from));
}

Touch touch_points(Draw& draw, const std::string& name, const Canvas& canvas, std::span<const ImVec2> places,
                   const json& points) {
    ImGui::SetCursorScreenPos(canvas.least);
    const bool pressed =
        ImGui::InvisibleButton(("##" + name).c_str(), canvas.size,
                               ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    draw.map.add_last_item(name, true, points);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    ImGuiStorage& kept = *ImGui::GetStateStorage();
    const int last = static_cast<int>(points.size()) - 1;
    const bool hovered = ImGui::IsItemHovered();
    Touch touch;
    if (hovered || ImGui::IsItemActive()) touch.over = point_under(mouse, places, reach * draw.scale);
    const int held = held_now(name, touch, last);
    kept.SetInt(held_id(name), held);
    if (held != nothing) kept.SetInt(chosen_id(name), held);
    if (item_is_pressed_by_key(pressed) && !ImGui::IsMouseReleased(ImGuiMouseButton_Right))
        kept.SetInt(chosen_id(name), (kept.GetInt(chosen_id(name)) + 1) % (last + 1));
    touch.chosen = static_cast<std::size_t>(std::clamp(kept.GetInt(chosen_id(name)), 0, last));
    if (held != nothing && held <= last && ImGui::IsMouseDragging(ImGuiMouseButton_Left))
        touch.dragged_to = mouse;
    if (hovered && !touch.over && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) touch.added = mouse;
    if (hovered && ImGui::IsMouseReleased(ImGuiMouseButton_Right)) touch.removed = touch.over;
    const bool deletes = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Delete), false);
    if (hovered && deletes && !ImGui::GetIO().WantTextInput) touch.removed = touch.chosen;
    if (held == nothing) tooltip(draw, points_tip);
    add_points(draw, name, places, points, touch.over, held);
    return touch;
}

float point_buttons_width(const Draw& draw) {
    return 2 * (ImGui::GetFrameHeight() + button_gap * draw.scale);
}

void point_buttons(Draw& draw, const std::string& name, const std::string& pointer, const json& points,
                   std::size_t chosen) {
    const float gap = button_gap * draw.scale, side = ImGui::GetFrameHeight();
    ImGui::SameLine(0, gap);
    if (button(draw, name + "/add", "+", side)) {
        const std::size_t next = chosen + 1 < points.size() ? chosen + 1 : chosen;
        const auto [least, most] = axis_of(points);
        const float from = place_at(points, chosen);
        float to = next != chosen ? place_at(points, next) : static_cast<float>(most);
        if (to <= from) to = chosen > 0 ? place_at(points, chosen - 1) : static_cast<float>(least);
        Touch touch;
        touch.added = ImVec2();
        const float place = (from + to) / 2;
        add_or_remove(draw, name, pointer, points, touch, place, value_at_point(points, place));
    }
    tooltip(draw, "one more, halfway to the next");
    ImGui::SameLine(0, gap);
    if (button(draw, name + "/remove", "-", side, {}, points.size() > 1)) {
        Touch touch;
        touch.removed = chosen;
        add_or_remove(draw, name, pointer, points, touch, 0, {});
    }
    tooltip(draw, "this one goes (Delete)");
}

void add_or_remove(Draw& draw, const std::string& name, const std::string& pointer, const json& points,
                   const Touch& touch, float place, const json& value) {
    json changed = points;
    if (touch.removed && points.size() > 1) {
        changed.erase(*touch.removed);
        draw.events.edit(pointer, changed);
    }
    if (!touch.added) return;
    std::size_t index = 0;
    while (index < points.size() && place_at(points, index) < place) ++index;
    changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(index),
                   json{effects::shortest(place), value});
    if (held_place(changed, index, place) != place) return;  // too near to a neighbour
    ImGui::GetStateStorage()->SetInt(chosen_id(name), static_cast<int>(index));
    draw.events.edit(pointer, changed);
}

}  // namespace winnow::ui
