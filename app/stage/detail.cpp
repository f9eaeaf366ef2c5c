#include "stage/detail.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace winnow::stage {

void check(const Detail& detail) {
    const auto& [near, far, share] = detail;
    if (!(near >= 0) || !(near < far) || !std::isfinite(far))
        bad_input("detail: near_distance must be 0 or more, and far_distance greater, not {} and {}", near,
                  far);
    if (!(share >= 0 && share <= 1)) bad_input("far_share: must be 0 to 1, not {}", share);
}

double share_at(const Detail& detail, const effects::Pose& pose, std::span<const glm::dvec3> viewers) {
    constexpr double steps = 256;  // births of a share that hardly changes are not counted anew
    if (detail.far_share == 1 || viewers.empty()) return 1;
    double nearest = std::numeric_limits<double>::infinity();
    for (const glm::dvec3& viewer : viewers) {
        const glm::dvec3 way = pose.position - viewer;
        nearest = std::min(nearest, glm::dot(way, way));
    }
    const double distance = std::sqrt(nearest) / pose.scale;
    const double far = std::clamp(
        (distance - detail.near_distance) / (double{detail.far_distance} - detail.near_distance), 0.0, 1.0);
    return std::round(glm::mix(1.0, double{detail.far_share}, far) * steps) / steps;
}

}  // namespace winnow::stage
