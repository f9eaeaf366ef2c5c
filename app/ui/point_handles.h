// Points that lie in order along an axis: their list in an effect, [[place, value], ...], and the mouse's
// hold on them. Curves and gradients are drawn with it.
#pragma once

#include <imgui.h>
#include <nlohmann/json_fwd.hpp>

#include <bitset>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "effects/model/fields.h"
#include "effects/model/value.h"
#include "ui/widgets.h"

namespace winnow::ui {

/// Returns the places that an axis shows: those of the points, and at least 0 to 1.
effects::Interval axis_of(const nlohmann::json& points);
float place_at(const nlohmann::json& points, std::size_t index);
/// Returns the place nearest to this one that is at least a gap beyond `before` and short of `after`; halfway
/// between them if they are too near for that. Precondition: before < after.
float held_between(float before, float after, float gap, float place);
/// Returns the place nearest to this one that keeps the point between its neighbours.
float held_place(const nlohmann::json& points, std::size_t index, float place);
/// Returns the point at another place with another value; what else it states, such as its slopes, stays.
nlohmann::json moved_point(nlohmann::json point, float place, nlohmann::json value);
/// Returns the value at a place, linear between points.
nlohmann::json value_at_point(const nlohmann::json& points, float place);

/// A rectangle of pixels.
struct Canvas {
    ImVec2 least, size;
};

/// Indices of points.
using PointSet = std::bitset<effects::max_curve_points>;

/// The doings of the mouse on the points of a canvas in this frame.
struct Touch {
    std::size_t chosen = 0;            // the point that was touched last
    PointSet selected;                 // more than one, or none
    std::optional<std::size_t> over;   // the pointer is over it
    std::optional<ImVec2> dragged_to;  // of the chosen point
    PointSet removed;                  // a right click
    std::optional<ImVec2> added;       // a double click where no point is
    std::optional<Canvas> outline;     // a rectangle that is being drawn to select what is in it
};

/// Makes the canvas an item of the list of points, named `name`, and each point one named "<name>/<index>".
/// The points' values are those of the list.
Touch touch_points(Draw& draw, const std::string& name, const Canvas& canvas, std::span<const ImVec2> places,
                   const nlohmann::json& points);

/// Returns which point of so many was touched last. `name` is that of their canvas.
std::size_t chosen_point(const std::string& name, std::size_t count);

/// How points are added and removed.
inline constexpr std::string_view points_tip =
    "Double click or +: one more. Right click, - or Delete: it goes. Drag: it moves. Shift+click, or a drag "
    "beside the points: several, which move together. By keys, Space goes to the next.";

/// Returns the points after a drag of the chosen one, with which the selected ones move by as many pixels;
/// none passes one that stays. `place_of` returns the place at a pixel's x; `moved` the value of a point at
/// this index after a move by so many pixels down.
nlohmann::json dragged_points(const nlohmann::json& points, std::span<const ImVec2> places,
                              const Touch& touch, const std::function<float(float)>& place_of,
                              const std::function<nlohmann::json(std::size_t, float)>& moved);

/// Draws the rectangle that selects points, if there is one.
void draw_outline(const Touch& touch);

/// Draws the buttons that add a point after the chosen one and remove that one. They follow on the
/// line.
void point_buttons(Draw& draw, const std::string& name, const std::string& pointer,
                   const nlohmann::json& points, std::size_t chosen);
/// Returns their width with the gap before them.
float point_buttons_width(const Draw& draw);

/// Turns the doings of the mouse into an edit of the list at `pointer`, except for a drag.
void add_or_remove(Draw& draw, const std::string& name, const std::string& pointer,
                   const nlohmann::json& points, const Touch& touch, float place,
                   const nlohmann::json& value);

}  // namespace winnow::ui
