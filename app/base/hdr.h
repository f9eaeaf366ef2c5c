// Decoding of Radiance HDR images.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace winnow {

/// An image of linear light.
struct LightPixels {
    int width = 0, height = 0;
    std::vector<float> rgb;  // red, green and blue, rows from the top
};

/// True if the bytes begin as a Radiance HDR image does.
bool is_hdr(const std::string& bytes);

/// Returns the image, whose rows may be compressed run by run (G. Ward, "Real Pixels", 1991). Throws
/// Error(bad_input) naming `origin` if the bytes are none, or it has more than `max_pixels`.
LightPixels decode_hdr(const std::string& bytes, std::size_t max_pixels, const std::string& origin);

}  // namespace winnow
