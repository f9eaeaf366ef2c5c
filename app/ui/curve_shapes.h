// Shapes that the points of a curve can be given, and its points on the clipboard.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <string>
#include <string_view>

#include "effects/model/field.h"
#include "ui/numbers.h"

namespace winnow::ui {

inline constexpr const char *curve_key = "curve", *gradient_key = "gradient", *smooth_key = "smooth";

/// A shape, or what is done to the one that is there.
struct CurveShape {
    std::string_view name, summary;
};

inline constexpr std::array curve_shapes{
    CurveShape{"linear", "rises evenly"},
    CurveShape{"ease in", "begins slowly"},
    CurveShape{"ease out", "ends slowly"},
    CurveShape{"ease in and out", "begins and ends slowly"},
    CurveShape{"pulse", "rises at once and dies away"},
    CurveShape{"bell", "rises and falls alike"},
    CurveShape{"fade in and out", "rises, stays, and falls"},
    CurveShape{"hold", "stays, and falls at the end"},
    CurveShape{"mirror", "what came last comes first"},
    CurveShape{"upside down", "what was high is low"},
};

/// Returns the curve {"curve": [[place, value], ...], ...} with a shape between its least and its greatest
/// value, from its first place to its last; between `least` and `most` if it is flat. What it depends on
/// stays. Precondition: `shape` is a name of curve_shapes.
nlohmann::json shaped(const nlohmann::json& curve, std::string_view shape, float least, float most);

/// Returns the points, [[place, value], ...], between which a curve is straight. Its values are held in
/// `range`.
nlohmann::json line_of_curve(const nlohmann::json& value, const effects::Interval& range);
/// Likewise the stops of a gradient.
nlohmann::json line_of_gradient(const nlohmann::json& value);

/// Draws the buttons below a curve or a gradient, which is the value at `pointer`: if it is smooth, and the
/// copying and pasting of all its points; of a curve, the menu of shapes too.
void curve_buttons(Draw& draw, const std::string& name, const std::string& pointer,
                   const nlohmann::json& value, const NumberStyle& style);

}  // namespace winnow::ui
