// The slopes (tangents) that a point of a curve may state: handles on the canvas, and their numbers.
#pragma once

#include <imgui.h>
#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

#include "ui/widgets.h"

namespace winnow::ui {

/// A point of a curve in the list at `pointer`, and where the canvas shows it.
struct PointInView {
    const nlohmann::json& list;  // [[place, value, slopes...], ...]
    std::size_t index;
    std::string name, pointer;  // of the list
    ImVec2 place;               // in pixels
    ImVec2 per_unit;            // pixels per unit of the axis, and of the value, at the point
};

/// The ends of a point's handles, in pixels.
struct SlopeHandles {
    std::optional<ImVec2> before, after;
};

/// Makes an item, "<name>/slope before" or "after", of each handle of a point that states its slope; a drag
/// of one is an edit of the point. Items of the canvas must come later, so that these are above them.
SlopeHandles slope_handles(Draw& draw, const PointInView& point);
void draw_handles(const PointInView& point, const SlopeHandles& handles, const ImVec4& color, float scale);

/// Draws the choice of how steep the line is beside the point, and below it the slopes that it states.
/// `now` is how steep it is; `usual` the range of the sliders, up and down.
void slope_rows(Draw& draw, const PointInView& point, float now, float usual);

}  // namespace winnow::ui
