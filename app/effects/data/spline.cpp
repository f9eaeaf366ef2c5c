#include "effects/data/spline.h"

#include <algorithm>
#include <cstddef>

#include "shaders/effects/rows.h"

namespace winnow::effects {
namespace {

using Places = std::vector<glm::dvec3>;

constexpr std::size_t steps_per_span = 64;  // of the table of lengths

/// Returns the points with one more before them and one or two behind them, as the spans at the ends need
/// them.
Places with_neighbours(const Spline& spline) {
    const auto& points = spline.points;
    Places all;
    for (const glm::vec3& point : points) all.emplace_back(point);
    if (spline.is_closed) {
        all.insert(all.begin(), points.back());
        all.insert(all.end(), {points[0], points[1]});
    } else {
        all.insert(all.begin(), 2.0 * all[0] - all[1]);
        all.push_back(2.0 * all.back() - all[all.size() - 2]);
    }
    return all;
}

/// Returns the place after so many spans.
glm::dvec3 place_after(const Places& points, double spans) {
    const auto span = std::min(static_cast<std::size_t>(spans), points.size() - 4);
    const double t = spans - static_cast<double>(span);
    const glm::dvec3 &a = points[span], &b = points[span + 1], &c = points[span + 2], &d = points[span + 3];
    return b + 0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)));
}

}  // namespace

std::vector<glm::vec4> spline_table(const Spline& spline) {
    const Places points = with_neighbours(spline);
    const std::size_t steps = (points.size() - 3) * steps_per_span;
    const auto spans_at = [](double step) { return step / double{steps_per_span}; };
    std::vector<double> lengths{0};  // up to each step
    for (std::size_t k = 1; k <= steps; ++k)
        lengths.push_back(lengths.back() +
                          glm::distance(place_after(points, spans_at(static_cast<double>(k - 1))),
                                        place_after(points, spans_at(static_cast<double>(k)))));
    const auto place_at = [&](double length) {
        const auto next = std::ranges::lower_bound(lengths.begin() + 1, lengths.end() - 1, length);
        const double before = *(next - 1), step = *next - before;
        const double part = step > 0 ? std::clamp((length - before) / step, 0.0, 1.0) : 0;
        return place_after(points, spans_at(static_cast<double>(next - 1 - lengths.begin()) + part));
    };
    constexpr std::size_t segments = shared::SPLINE_SEGMENTS;
    Places places;
    for (std::size_t k = 0; k <= segments; ++k)
        places.push_back(place_at(lengths.back() * static_cast<double>(k) / double{segments}));
    const bool closed = spline.is_closed;
    const glm::dvec3 before = closed ? places[segments - 1] : 2.0 * places[0] - places[1];
    const glm::dvec3 behind = closed ? places[1] : 2.0 * places[segments] - places[segments - 1];
    std::vector<glm::vec4> table{{lengths.back(), segments, 0, 0}, {before, 0}};
    for (const glm::dvec3& place : places) table.emplace_back(place, 0);
    table.emplace_back(behind, 0);
    return table;
}

}  // namespace winnow::effects
