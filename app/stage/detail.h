// How instances have fewer births the farther they are from those who see them.
#pragma once

#include <glm/glm.hpp>

#include <span>

#include "effects/compile/transform.h"

namespace winnow::stage {

/// All births up to one distance, a share of them from another one on, and linearly less between. Distances
/// are in metres, by the instance's scale.
struct Detail {
    float near_distance = 0, far_distance = 1;  // finite; the first is 0 or more, the second greater
    float far_share = 1;                        // 0 to 1
};

/// Throws Error(bad_input) if a number is out of its range.
void check(const Detail& detail);

/// Returns the share of the births of an instance at a place that is seen from several, 0 to 1, in steps of
/// 1/256; 1 if nobody sees it.
double share_at(const Detail& detail, const effects::Pose& pose, std::span<const glm::dvec3> viewers);

}  // namespace winnow::stage
