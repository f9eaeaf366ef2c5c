// Images in the CPU's memory: reading and writing PNG, and comparison.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "gl/context.h"

namespace winnow::render {

/// An image of 8 bits per channel, red green blue, sRGB; rows from the top, without padding.
struct Image {
    static constexpr int channels = 3;
    gl::Size size;
    std::vector<std::uint8_t> pixels;
    std::vector<std::uint8_t>
        alpha;  // of each pixel, whose colour is not premultiplied; empty: all are opaque

    Image() = default;
    explicit Image(gl::Size s);
    bool empty() const { return pixels.empty(); }
    std::size_t row_bytes() const { return static_cast<std::size_t>(size.width) * channels; }
    bool operator==(const Image&) const = default;
};

/// Returns red, green, blue and alpha of each pixel.
std::vector<std::uint8_t> rgba_of(const Image& image);

/// Encodes the alpha too if the image has it.
std::string encode_png(const Image& image);
/// Decodes the colours. Throws Error(bad_input) naming `origin` if the bytes are not a PNG image.
Image decode_png(const std::string& bytes, const std::string& origin);

void write_png(const std::string& path, const Image& image);
/// Throws Error(bad_input) if the file cannot be read or is not a PNG image.
Image read_png(const std::string& path);

/// The difference of two images of the same size, in units of the 8-bit channels.
struct Difference {
    int most = 0;            // largest of all channels of all pixels
    double mean = 0;         // over all channels of all pixels
    std::size_t beyond = 0;  // number of pixels with a channel that differs by more than the tolerance
    Image image;             // the differences, amplified 8 times; pixels beyond the tolerance in red
};

/// Throws std::invalid_argument if the sizes differ.
Difference compare(const Image& actual, const Image& expected, int tolerance);

// Supersampling: frames that are drawn larger than they are shown.

inline constexpr std::uint32_t max_supersampling = 4;

/// Returns the image with each square of `factor` x `factor` pixels averaged in linear light, because the eye
/// adds light and not its sRGB codes; dithered by one step, so that dark gradients show no bands. Where all
/// pixels are alike they are kept. Precondition: the sides are multiples of the factor.
Image averaged(const Image& drawn, int factor);

}  // namespace winnow::render
