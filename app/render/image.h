// Pictures in the CPU's memory: PNG files and comparison.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gl/context.h"

namespace winnow::render {

/// 8 bits a channel, red green blue, sRGB; rows from the top, without padding.
struct Image {
    static constexpr int channels = 3;
    gl::Size size;
    std::vector<std::uint8_t> pixels;

    Image() = default;
    explicit Image(gl::Size s);
    bool empty() const { return pixels.empty(); }
    std::size_t row_bytes() const { return static_cast<std::size_t>(size.width) * channels; }
    bool operator==(const Image&) const = default;
};

std::string encode_png(const Image& image);
/// Throws Error(bad_input) naming `origin` if the bytes are not a picture.
Image decode_png(const std::string& bytes, const std::string& origin);

void write_png(const std::string& path, const Image& image);
/// Throws Error(bad_input) if the file cannot be read or is not a picture.
Image read_png(const std::string& path);

/// How far two pictures of the same size are apart, in steps of 8 bits.
struct Difference {
    int most = 0;            // of any channel of any pixel
    double mean = 0;         // over all channels of all pixels
    std::size_t beyond = 0;  // pixels of which a channel differs by more than the tolerance
    Image picture;           // the differences, amplified; pixels beyond the tolerance in red
};

/// Throws std::invalid_argument if the sizes differ.
Difference compare(const Image& actual, const Image& expected, int tolerance);

}  // namespace winnow::render
