// Compares frames with the golden images in tests/render/golden.
#pragma once

#include <string>

#include "gl/context.h"
#include "render/image.h"

namespace winnow::test {

/// The largest difference of two frames that are considered equal: so many of 1000 pixels may have a channel
/// that differs by more than `steps` of 255, and the mean over all channels may differ by so much.
struct Tolerance {
    int steps;
    double pixels_per_1000;
    double mean;
};

/// Returns the tolerance of this renderer. llvmpipe made the golden images: other CPUs and versions round
/// differently in places, and other renderers also interpolate, filter and blend with another precision.
Tolerance tolerance_of(const gl::Facts& facts);

struct Verdict {
    bool same = false;
    double excess = 0;     // the difference as a multiple of the tolerance; equal frames have at most 1
    std::string words;     // figures, and the paths of the frames if they differ
    std::string evidence;  // common beginning of these paths
};

/// Compares with golden/NAME.png. If they differ, writes TEST-NAME-actual.png, -expected.png and
/// -difference.png to the tests' output folder. With WINNOW_WRITE_GOLDEN=1 in the environment, replaces the
/// golden image instead: look at it before you keep it.
Verdict compare_with_golden(const std::string& name, const render::Image& actual, const Tolerance& tolerance);

/// Returns the difference of a frame that is drawn with a mistake from golden/NAME.png, as a multiple of the
/// tolerance. If it is below `least`, writes the frame as TEST-NAME-MISTAKE.png to the tests' output folder.
double excess_of_mistake(const std::string& name, const std::string& mistake, const render::Image& actual,
                         const Tolerance& tolerance, double least);

}  // namespace winnow::test
