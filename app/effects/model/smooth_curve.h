// Smooth curves, as straight lines between points that are near enough to each other.
#pragma once

#include <glm/glm.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "effects/model/field.h"
#include "effects/model/value.h"

namespace winnow::effects {

/// True if equal steps from the first place to the last, so many samples in all, meet all of the places but
/// for rounding, each by a sample of its own.
template <typename Point, typename X>
bool are_met_by_samples(const std::vector<Point>& points, const X& x, std::uint32_t samples) {
    const float step = (x(points.back()) - x(points.front())) / static_cast<float>(samples - 1);
    const float per_unit = step > 0 ? 1 / step : 0;
    float last_met = -1;
    return std::ranges::all_of(points, [&](const Point& point) {
        constexpr float rounding = 1e-4f;  // of the distance between samples
        const float place = (x(point) - x(points.front())) * per_unit;
        const float before = std::exchange(last_met, std::round(place));
        return last_met > before && std::abs(place - last_met) <= rounding;
    });
}

/// The range of values that are held nowhere: those of a rate, for example, have limits of their own.
inline constexpr Interval any_float{-std::numeric_limits<float>::max(), std::numeric_limits<float>::max()};

/// Returns the points between which the curve is straight: its own or, if it is smooth or states slopes, some
/// of a cubic through these. A smooth curve is monotone (F. N. Fritsch and J. Butland, 1984) and never leaves
/// the values of the points beside it. Beside a point that states a slope, the line is the cubic with that
/// slope, and may leave them as far as `range`, where it is held; the other end of such a segment is as steep
/// as a smooth curve or, without `is_smooth`, as the straight line. The points of a cubic are the samples of
/// a table if these meet all of the curve's own, else its own and further ones between them, max_curve_points
/// in all. Everything that draws a curve or computes with it takes these. Precondition: a curve that check()
/// accepts.
std::vector<glm::vec2> line_of(const Curve& curve, const Interval& range = any_float);
/// Likewise the stops of a gradient, each component by itself.
std::vector<std::pair<float, glm::vec4>> line_of(const Gradient& gradient);

}  // namespace winnow::effects
