// The places of the lens and the moments through which a frame is seen, for depth of field and motion blur.
#pragma once

#include <glm/glm.hpp>

namespace winnow::render {

inline constexpr int max_lens_samples = 256;

/// One of the pictures whose mean a frame is.
struct LensSample {
    glm::vec2 place{0};  // of the lens, within a circle of radius 1
    float moment = 0;    // share of the time in which the shutter is open, 0 at its end
};

/// Returns the nth of so many samples. Places lie on Vogel's spiral, which fills the circle evenly; moments
/// are as far apart as they can be, in an order that does not follow the places (van der Corput's sequence).
LensSample lens_sample(int nth, int samples);

}  // namespace winnow::render
