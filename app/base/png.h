// Decoding of PNG and Radiance HDR images.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace winnow {

struct Pixels {
    int width = 0, height = 0;
    std::vector<std::uint8_t> bytes;  // 8 bits per channel, rows from the top, without padding
};

/// Returns the image with so many channels: 3 are red, green and blue, 4 have alpha too. Throws
/// Error(bad_input) naming `origin` if the bytes are not a PNG image or it has more than `max_pixels`.
Pixels decode_png(const std::string& bytes, int channels, std::size_t max_pixels, const std::string& origin);

/// An image of linear light.
struct LightPixels {
    int width = 0, height = 0;
    std::vector<float> rgb;  // red, green and blue, rows from the top
};

/// True if the bytes begin as a Radiance HDR image does.
bool is_hdr(const std::string& bytes);

/// Returns a Radiance HDR image (G. Ward, "Real Pixels", 1991). Throws Error(bad_input) as decode_png() does.
LightPixels decode_hdr(const std::string& bytes, std::size_t max_pixels, const std::string& origin);

}  // namespace winnow
