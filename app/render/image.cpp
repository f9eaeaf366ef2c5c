#include "render/image.h"

// The implementation of the single-file library is compiled only here.
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb_image_write.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "base/error.h"
#include "base/input_file.h"
#include "base/output_file.h"
#include "base/png.h"

namespace winnow::render {
namespace {

constexpr int rgba_channels = 4;
constexpr std::size_t png_bytes_most = std::size_t{1} << 28;

std::size_t bytes_of(gl::Size size) {
    return static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height) * Image::channels;
}

void append(void* bytes, void* data, int size) {
    static_cast<std::string*>(bytes)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
}

}  // namespace

Image::Image(gl::Size s) : size(s), pixels(bytes_of(s)) {}

std::vector<std::uint8_t> rgba_of(const Image& image) {
    constexpr std::uint8_t opaque = 255;
    std::vector<std::uint8_t> rgba;
    rgba.reserve(image.pixels.size() / Image::channels * rgba_channels);
    for (std::size_t i = 0; i < image.pixels.size() / Image::channels; ++i) {
        const auto color = image.pixels.begin() + static_cast<std::ptrdiff_t>(i * Image::channels);
        rgba.insert(rgba.end(), color, color + Image::channels);
        rgba.push_back(image.alpha.empty() ? opaque : image.alpha[i]);
    }
    return rgba;
}

std::string encode_png(const Image& image) {
    const bool opaque = image.alpha.empty();
    const std::vector<std::uint8_t> rgba = opaque ? std::vector<std::uint8_t>() : rgba_of(image);
    const int channels = opaque ? Image::channels : rgba_channels;
    std::string bytes;
    const int fine =
        stbi_write_png_to_func(append, &bytes, image.size.width, image.size.height, channels,
                               opaque ? image.pixels.data() : rgba.data(), image.size.width * channels);
    if (fine == 0) throw std::runtime_error("an image could not be encoded as PNG");
    return bytes;
}

Image decode_png(const std::string& bytes, const std::string& origin) {
    const Pixels pixels =
        winnow::decode_png(bytes, Image::channels, png_bytes_most / Image::channels, origin);
    Image image;
    image.size = {pixels.width, pixels.height};
    image.pixels = pixels.bytes;
    return image;
}

void write_png(const std::string& path, const Image& image) {
    write_file(path, encode_png(image));
}

Image read_png(const std::string& path) {
    return decode_png(read_file(path, png_bytes_most), path);
}

Difference compare(const Image& actual, const Image& expected, int tolerance) {
    if (actual.size != expected.size) throw std::invalid_argument("images of different sizes are compared");
    constexpr int amplified = 8, whole = 255;
    Difference difference;
    difference.image = Image(actual.size);
    double sum = 0;
    for (std::size_t i = 0; i < actual.pixels.size(); i += Image::channels) {
        int most = 0;
        for (std::size_t c = 0; c < Image::channels; ++c) {
            const int apart = std::abs(int{actual.pixels[i + c]} - int{expected.pixels[i + c]});
            most = std::max(most, apart);
            sum += apart;
            difference.image.pixels[i + c] = static_cast<std::uint8_t>(std::min(whole, apart * amplified));
        }
        difference.most = std::max(difference.most, most);
        if (most <= tolerance) continue;
        ++difference.beyond;
        std::fill_n(&difference.image.pixels[i], Image::channels, std::uint8_t{0});
        difference.image.pixels[i] = whole;
    }
    if (!actual.empty()) difference.mean = sum / static_cast<double>(actual.pixels.size());
    return difference;
}

}  // namespace winnow::render
