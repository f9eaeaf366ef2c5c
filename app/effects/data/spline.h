// The table of a spline that GLSL reads (shaders/effects/spline.glsl).
#pragma once

#include <glm/glm.hpp>

#include <vector>

#include "effects/model/parameter.h"

namespace winnow::effects {

/// Returns a head of the length and the number of segments, and then places on the uniform Catmull-Rom spline
/// through the points, at equal distances along it: SPLINE_SEGMENTS + 1 from its beginning to its end, with
/// one before and one behind them.
std::vector<glm::vec4> spline_table(const Spline& spline);

}  // namespace winnow::effects
