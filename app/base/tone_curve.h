// The light that a frame shows, on the CPU: the same curve as shaders/render/frame/tone_curve.glsl has.
#pragma once

#include <array>

namespace winnow {

/// Linear red, green and blue; 1 is white.
using Light = std::array<double, 3>;

/// Factor on all light before the curve, beside the exposure that a person chooses.
inline constexpr double curve_exposure = 0.62;

/// Returns the light, each part 0 to 1, that a frame shows for light times exposure. Precondition: no part is
/// below 0.
Light tone_mapped(const Light& light);

/// Returns a level of light, 0 to 1, as screens encode it (sRGB, IEC 61966-2-1), and the reverse.
double encoded_srgb(double light);
double decoded_srgb(double level);

}  // namespace winnow
