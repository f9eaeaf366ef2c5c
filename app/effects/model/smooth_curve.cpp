#include "effects/model/smooth_curve.h"

#include <cstddef>

namespace winnow::effects {
namespace {

/// The cubic through each two neighbours of a list of points with the slopes at both.
class PiecewiseCubic {
  public:
    /// The monotone cubic. Precondition: at least two points, ascending.
    explicit PiecewiseCubic(const std::vector<glm::vec2>& points) : points_(points) {
        const std::size_t last = points.size() - 1;
        std::vector<double> slopes(points.size());
        for (std::size_t i = 1; i < last; ++i) slopes[i] = inner_slope(i);
        slopes[0] = last > 1 ? end_slope(width(0), width(1), rise(0), rise(1)) : rise(0);
        slopes[last] =
            last > 1 ? end_slope(width(last - 1), width(last - 2), rise(last - 1), rise(last - 2)) : rise(0);
        for (std::size_t i = 0; i < last; ++i) segments_.push_back({slopes[i], slopes[i + 1], between(i)});
    }

    /// The cubic with the slopes that the curve's points state. Precondition: at least two points, ascending.
    PiecewiseCubic(const Curve& curve, const Interval& range) : PiecewiseCubic(curve.points) {
        for (std::size_t i = 0; i < segments_.size(); ++i) {
            Segment& segment = segments_[i];
            if (!curve.is_smooth) segment.first = segment.last = rise(i);
            if (curve.slopes.empty() || (!curve.slopes[i] && !curve.slopes[i + 1])) continue;
            if (curve.slopes[i]) segment.first = curve.slopes[i]->after.value_or(curve.slopes[i]->before);
            if (curve.slopes[i + 1]) segment.last = curve.slopes[i + 1]->before;
            segment.limits = range;
        }
    }

    /// Returns the value at a share of the way from a point to the next.
    float at(std::size_t i, double share) const {
        const auto& [first, last, limits] = segments_[i];
        const double a = points_[i].y, b = points_[i + 1].y, s = share, w = width(i);
        const double value =
            a + s * s * (3 - 2 * s) * (b - a) + s * (1 - s) * w * ((1 - s) * first - s * last);
        return static_cast<float>(std::clamp(value, limits.least, limits.most));
    }

  private:
    struct Segment {
        double first, last;  // slopes
        Interval limits;     // of its values
    };

    /// The values between those of a point and the next, which rounding might leave.
    Interval between(std::size_t i) const {
        const auto [least, most] = std::minmax(points_[i].y, points_[i + 1].y);
        return {least, most};
    }
    double width(std::size_t i) const { return double{points_[i + 1].x} - points_[i].x; }
    double rise(std::size_t i) const { return (double{points_[i + 1].y} - points_[i].y) / width(i); }

    /// Returns the weighted harmonic mean of the slopes beside a point; 0 at a peak.
    double inner_slope(std::size_t i) const {
        const double before = rise(i - 1), after = rise(i);
        if (before * after <= 0) return 0;
        const double w1 = 2 * width(i) + width(i - 1), w2 = width(i) + 2 * width(i - 1);
        return (w1 + w2) / (w1 / before + w2 / after);
    }

    /// Returns the slope of the parabola through the last three points at the end, within what is monotone.
    static double end_slope(double near_width, double next_width, double near_rise, double next_rise) {
        const double slope =
            ((2 * near_width + next_width) * near_rise - near_width * next_rise) / (near_width + next_width);
        if (slope * near_rise <= 0) return 0;
        return std::abs(slope) > 3 * std::abs(near_rise) ? 3 * near_rise : slope;
    }

    const std::vector<glm::vec2>& points_;
    std::vector<Segment> segments_;
};

std::vector<glm::vec2> at_samples(const std::vector<glm::vec2>& points, const PiecewiseCubic& cubic,
                                  std::uint32_t samples) {
    std::vector<glm::vec2> line;
    const float begin = points.front().x;
    const float step = (points.back().x - begin) / static_cast<float>(samples - 1);
    std::size_t i = 0;
    for (std::uint32_t k = 0; k < samples; ++k) {
        const float x = begin + step * static_cast<float>(k);
        while (i + 2 < points.size() && points[i + 1].x <= x) ++i;
        const double share = (double{x} - points[i].x) / (double{points[i + 1].x} - points[i].x);
        line.emplace_back(x, cubic.at(i, std::clamp(share, 0.0, 1.0)));
    }
    return line;
}

/// Each segment gets as many further points as its part of the axis is worth.
std::vector<glm::vec2> between_points(const std::vector<glm::vec2>& points, const PiecewiseCubic& cubic) {
    std::vector<glm::vec2> line;
    const double spare = static_cast<double>(max_curve_points - points.size());
    const double whole = double{points.back().x} - points.front().x;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const double width = double{points[i + 1].x} - points[i].x;
        const int parts = 1 + static_cast<int>(spare * width / whole);
        line.push_back(points[i]);
        for (int k = 1; k < parts; ++k) {
            const double share = static_cast<double>(k) / parts;
            const auto x = static_cast<float>(points[i].x + share * width);
            if (x > line.back().x && x < points[i + 1].x) line.emplace_back(x, cubic.at(i, share));
        }
    }
    line.push_back(points.back());
    return line;
}

/// Returns the line of a table of so many samples. Its places follow from those of the points alone.
std::vector<glm::vec2> line_along(const PiecewiseCubic& cubic, const std::vector<glm::vec2>& points,
                                  std::uint32_t samples) {
    const auto x = [](const glm::vec2& point) { return point.x; };
    return are_met_by_samples(points, x, samples) ? at_samples(points, cubic, samples)
                                                  : between_points(points, cubic);
}

}  // namespace

std::vector<glm::vec2> line_of(const Curve& curve, const Interval& range) {
    const std::size_t straight =
        curve.is_smooth && curve.slopes.empty() ? 2 : 1;  // so many points are a line
    if ((!curve.is_smooth && curve.slopes.empty()) || curve.points.size() <= straight) return curve.points;
    return line_along(PiecewiseCubic(curve, range), curve.points, shared::CURVE_SAMPLES);
}

std::vector<std::pair<float, glm::vec4>> line_of(const Gradient& gradient) {
    if (!gradient.is_smooth || gradient.stops.size() < 3) return gradient.stops;
    std::vector<std::pair<float, glm::vec4>> line;
    for (int part = 0; part < glm::vec4::length(); ++part) {
        std::vector<glm::vec2> points;
        for (const auto& [place, value] : gradient.stops) points.emplace_back(place, value[part]);
        points = line_along(PiecewiseCubic(points), points, shared::GRADIENT_SAMPLES);
        line.resize(points.size());
        for (std::size_t i = 0; i < points.size(); ++i) {
            line[i].first = points[i].x;
            line[i].second[part] = points[i].y;
        }
    }
    return line;
}

}  // namespace winnow::effects
