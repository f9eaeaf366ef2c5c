// The exposure of a frame, by hand and metered.
#pragma once

#include <glm/glm.hpp>

#include <span>
#include <vector>

#include "effects/model/effect.h"

namespace winnow::render {

/// Returns a view's factor on the light after so many seconds. Between two of its `exposures` the logarithm
/// is linear; before the first and behind the last they stay the same.
float exposure_at(const effects::View& view, double seconds);

/// Returns the factor by which the geometric mean of the light of some cells of a frame, each the mean over
/// its pixels, becomes middle grey; less where the brightest cell would become too bright. It is within a
/// hundredth to a hundred.
float metered_factor(std::span<const glm::vec4> cells);

/// Returns a track through what was metered of frames in the order of their times, such that it does not
/// follow a flash: each key is the weighed geometric mean of the frames before and behind it.
std::vector<effects::ExposureKey> smooth_track(std::span<const effects::ExposureKey> frames);

}  // namespace winnow::render
