// Supersampling: frames that are drawn larger than they are shown.
#pragma once

#include <cstdint>

#include "render/image.h"

namespace winnow::render {

inline constexpr std::uint32_t max_supersampling = 4;

/// Returns the image with each square of `factor` x `factor` pixels averaged in linear light, because the eye
/// adds light and not its sRGB codes; dithered by one step, so that dark gradients show no bands. Where all
/// pixels are alike they are kept. Precondition: the sides are multiples of the factor.
Image averaged(const Image& drawn, int factor);

}  // namespace winnow::render
