// Decoding of PNG images.
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

/// True if the bytes begin as a PNG image does.
bool is_png(const std::string& bytes);

/// Returns the image with so many channels: 3 are red, green and blue, 4 have alpha too. Throws
/// Error(bad_input) naming `origin` if the bytes are not a PNG image or it has more than `max_pixels`.
Pixels decode_png(const std::string& bytes, int channels, std::size_t max_pixels, const std::string& origin);

}  // namespace winnow
