// Comparison with the frames in tests/render/golden.
#pragma once

#include <string>

#include "gl/context.h"
#include "render/image.h"

namespace winnow::test {

/// What still counts as the same frame: so many of 1000 pixels may have a channel that is off by more than
/// `steps` of 255, and the mean over all channels may be so far off.
struct Tolerance {
    int steps;
    double pixels_per_1000;
    double mean;
};

/// The golden frames were made by llvmpipe: other CPUs and versions round otherwise here and there. Other
/// renderers also interpolate, filter and blend with other precision.
Tolerance tolerance_of(const gl::Facts& facts);

struct Verdict {
    bool same = false;
    std::string words;     // figures, and where the frames lie if they differ
    std::string evidence;  // beginning of the paths of those frames
};

/// Compares with golden/NAME.png. If they differ, TEST-NAME-actual.png, -expected.png and -difference.png are
/// written to the tests' output folder. With WINNOW_WRITE_GOLDEN=1 in the environment the golden frame is
/// replaced instead: look at it before you keep it.
Verdict compare_with_golden(const std::string& name, const render::Image& actual, const Tolerance& tolerance);

}  // namespace winnow::test
