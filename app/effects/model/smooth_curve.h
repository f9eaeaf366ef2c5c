// Smooth curves, as straight lines between points that are near enough to each other.
#pragma once

#include <glm/glm.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

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

/// Returns the points between which the curve is straight: its own or, if it is smooth, some of a monotone
/// cubic through these (F. N. Fritsch and J. Butland, 1984), which never leaves the values of the points
/// beside it. Those of a smooth curve are the samples of a table if these meet all of its own points, else
/// its own and further ones between them, max_curve_points in all. Everything that draws a curve or computes
/// with it takes these. Precondition: a curve that check() accepts.
std::vector<glm::vec2> line_of(const Curve& curve);
/// Likewise the stops of a gradient, each component by itself.
std::vector<std::pair<float, glm::vec4>> line_of(const Gradient& gradient);

}  // namespace winnow::effects
