#include "ui/point_handles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

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

ImGuiID selected_id(const std::string& name, int half) {
    return ImGui::GetID(fmt::format("{}#selected{}", name, half).c_str());
}

constexpr int half_of_set = 32;

PointSet selected_points(const std::string& name) {
    PointSet all;
    for (int half = 1; half >= 0; --half)
        all = all << half_of_set |
              PointSet(static_cast<std::uint32_t>(ImGui::GetStateStorage()->GetInt(selected_id(name, half))));
    return all;
}

void select_points(const std::string& name, const PointSet& set) {
    constexpr std::uint64_t lower = 0xFFFFFFFF;
    for (int half = 0; half < 2; ++half)
        ImGui::GetStateStorage()->SetInt(
            selected_id(name, half),
            static_cast<int>(static_cast<std::uint32_t>(set.to_ullong() >> half * half_of_set & lower)));
}

/// Returns the point that the mouse holds now.
int held_now(const std::string& name, const Touch& touch, int last) {
    if (!ImGui::IsItemActive()) return nothing;
    if (!ImGui::IsItemActivated()) return ImGui::GetStateStorage()->GetInt(held_id(name), nothing);
    const bool left = ImGui::IsMouseDown(ImGuiMouseButton_Left);
    return left && touch.over ? std::min(static_cast<int>(*touch.over), last) : nothing;
}

/// Selects by a press: with Shift or Ctrl one point more or less, else none but those that are held.
void select_by_press(const std::string& name, const Touch& touch, int held) {
    if (!ImGui::IsItemActivated() || !ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
    PointSet selected = selected_points(name);
    const bool adds = ImGui::GetIO().KeyShift || ImGui::GetIO().KeyCtrl;
    if (held == nothing) {
        if (!adds) selected.reset();
    } else if (adds) {
        if (selected.none()) selected.set(touch.chosen);
        selected.flip(static_cast<std::size_t>(held));
    } else if (!selected.test(static_cast<std::size_t>(held))) {
        selected.reset();
    }
    select_points(name, selected);
}

/// Selects what is in the rectangle that the mouse draws from beside the points. Returns it.
std::optional<Canvas> select_by_outline(const std::string& name, const Canvas& canvas,
                                        std::span<const ImVec2> places, int held) {
    if (held != nothing || !ImGui::IsItemActive() || !ImGui::IsMouseDragging(ImGuiMouseButton_Left))
        return std::nullopt;
    const ImVec2 from = ImGui::GetIO().MouseClickedPos[ImGuiMouseButton_Left],
                 mouse = ImGui::GetIO().MousePos;
    const ImVec2 most(canvas.least.x + canvas.size.x, canvas.least.y + canvas.size.y);
    const ImVec2 to(std::clamp(mouse.x, canvas.least.x, most.x), std::clamp(mouse.y, canvas.least.y, most.y));
    const ImVec2 least(std::min(from.x, to.x), std::min(from.y, to.y));
    const ImVec2 size(std::abs(from.x - to.x), std::abs(from.y - to.y));
    PointSet within;
    for (std::size_t i = 0; i < places.size(); ++i)
        within.set(i, places[i].x >= least.x && places[i].x <= least.x + size.x && places[i].y >= least.y &&
                          places[i].y <= least.y + size.y);
    select_points(name, within);
    return Canvas{least, size};
}

/// Returns what is selected of so many points: nothing, unless it is more than one.
PointSet selection_of(const std::string& name, std::size_t count) {
    PointSet selected = selected_points(name);
    for (std::size_t i = count; i < selected.size(); ++i) selected.reset(i);
    return selected.count() > 1 ? selected : PointSet();
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

json moved_point(json point, float place, json value) {
    point[0] = effects::shortest(place);
    point[1] = std::move(value);
    return point;
}

std::size_t chosen_point(const std::string& name, std::size_t count) {
    const int last = static_cast<int>(count) - 1;
    return static_cast<std::size_t>(std::clamp(ImGui::GetStateStorage()->GetInt(chosen_id(name)), 0, last));
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
    touch.chosen = chosen_point(name, points.size());
    select_by_press(name, touch, held);
    touch.outline = select_by_outline(name, canvas, places, held);
    touch.selected = selection_of(name, points.size());
    if (held != nothing) kept.SetInt(chosen_id(name), held);
    if (item_is_pressed_by_key(pressed) && !ImGui::IsMouseReleased(ImGuiMouseButton_Right))
        kept.SetInt(chosen_id(name), (kept.GetInt(chosen_id(name)) + 1) % (last + 1));
    touch.chosen = chosen_point(name, points.size());
    if (held != nothing && held <= last && ImGui::IsMouseDragging(ImGuiMouseButton_Left))
        touch.dragged_to = mouse;
    if (hovered && !touch.over && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) touch.added = mouse;
    if (hovered && touch.over && ImGui::IsMouseReleased(ImGuiMouseButton_Right))
        touch.removed.set(*touch.over);
    const bool deletes = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Delete), false);
    if (hovered && deletes && !ImGui::GetIO().WantTextInput)
        touch.removed = touch.selected | PointSet().set(touch.chosen);
    if (held == nothing) tooltip(draw, points_tip);
    add_points(draw, name, places, points, touch.over, held);
    return touch;
}

json dragged_points(const json& points, std::span<const ImVec2> places, const Touch& touch,
                    const std::function<float(float)>& place_of,
                    const std::function<json(std::size_t, float)>& moved) {
    json result = points;
    const ImVec2 to = *touch.dragged_to, from = places[touch.chosen];
    const effects::Interval axis = axis_of(points);
    const float gap = static_cast<float>(axis.most - axis.least) * min_distance;
    const PointSet moving = touch.selected | PointSet().set(touch.chosen);
    float shift = place_of(to.x) - place_at(points, touch.chosen);
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!moving.test(i)) continue;
        const float place = place_at(points, i);
        const bool is_first = i == 0, is_last = i + 1 == points.size();
        if (is_first || !moving.test(i - 1))
            shift = std::max(shift, is_first ? static_cast<float>(axis.least) - place
                                             : std::min(place_at(points, i - 1) + gap - place, 0.0f));
        if (is_last || !moving.test(i + 1))
            shift = std::min(shift, is_last ? static_cast<float>(axis.most) - place
                                            : std::max(place_at(points, i + 1) - gap - place, 0.0f));
    }
    for (std::size_t i = 0; i < points.size(); ++i)
        if (moving.test(i))
            result[i] = moved_point(points[i], place_at(points, i) + shift, moved(i, to.y - from.y));
    return result;
}

void draw_outline(const Touch& touch) {
    if (!touch.outline) return;
    const auto& [least, size] = *touch.outline;
    const ImVec2 most(least.x + size.x, least.y + size.y);
    ImVec4 fill = color::accent;
    fill.w = 0.12f;
    ImGui::GetWindowDrawList()->AddRectFilled(least, most, ImGui::ColorConvertFloat4ToU32(fill));
    ImGui::GetWindowDrawList()->AddRect(least, most, ImGui::ColorConvertFloat4ToU32(color::accent));
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
        touch.removed.set(chosen);
        add_or_remove(draw, name, pointer, points, touch, 0, {});
    }
    tooltip(draw, "this one goes (Delete)");
}

void add_or_remove(Draw& draw, const std::string& name, const std::string& pointer, const json& points,
                   const Touch& touch, float place, const json& value) {
    json changed = points;
    for (std::size_t i = points.size(); i-- > 0 && changed.size() > 1;)
        if (touch.removed.test(i)) changed.erase(i);
    if (changed.size() < points.size()) {
        select_points(name, {});
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
