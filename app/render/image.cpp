#include "render/image.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <vector>

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

namespace {

constexpr float max_code = 255;
constexpr int finer = 16;  // parts of a code, because colours times alpha lie between codes

/// Returns the light of each part of an 8-bit code, 0 to 1 (IEC 61966-2-1).
std::vector<float> make_light_of_codes() {
    std::vector<float> light(255 * finer + 1);
    for (std::size_t i = 0; i < light.size(); ++i) {
        const float code = static_cast<float>(i) / (max_code * finer);
        light[i] = code <= 0.04045f ? code / 12.92f : std::pow((code + 0.055f) / 1.055f, 2.4f);
    }
    return light;
}

float srgb(float light) {
    return light <= 0.0031308f ? light * 12.92f : 1.055f * std::pow(light, 1 / 2.4f) - 0.055f;
}

/// Returns a number from 0 to 1: interleaved gradient noise (J. Jimenez, 2014), as the tone mapping adds it.
float noise_at(int x, int y) {
    const auto fract = [](float v) { return v - std::floor(v); };
    return fract(52.9829189f *
                 fract(0.06711056f * static_cast<float>(x) + 0.00583715f * static_cast<float>(y)));
}

/// Rounds up or down in the proportion of the distances; codes that are whole but for float errors are kept.
std::uint8_t dithered(float code, float noise) {
    constexpr float float_errors = 1e-3f;
    const float added = float_errors + (1 - 2 * float_errors) * noise;
    return static_cast<std::uint8_t>(std::clamp(std::floor(code + added), 0.0f, max_code));
}

/// A pixel's light, 0 to 1, premultiplied, and its alpha, 0 to 1.
struct Light {
    std::array<float, Image::channels> color{};
    float alpha = 0;
};

/// Returns the mean of `n` x `n` pixels, of which `x`, `y` is the upper left.
Light mean_of(const Image& image, std::size_t x, std::size_t y, std::size_t n) {
    static const std::vector<float> light_of = make_light_of_codes();
    const float share = 1 / static_cast<float>(n * n);
    const auto width = static_cast<std::size_t>(image.size.width);
    Light mean;
    for (std::size_t i = 0; i < n * n; ++i) {
        const std::size_t at = (y + i / n) * width + x + i % n;
        const int alpha = image.alpha.empty() ? 255 : image.alpha[at];
        for (std::size_t c = 0; c < mean.color.size(); ++c) {
            const int code = image.pixels[at * Image::channels + c];
            mean.color[c] += share * light_of[static_cast<std::size_t>((code * alpha * finer + 127) / 255)];
        }
        mean.alpha += share * static_cast<float>(alpha) / max_code;
    }
    return mean;
}

/// Stores the pixel `at`. Its alpha is what it covers or, if that is more, what its brightest channel needs
/// (see over_nothing() in tone_map.comp).
void store(Image& image, std::size_t at, const Light& light, float noise) {
    std::array<float, Image::channels> code{};
    for (std::size_t c = 0; c < code.size(); ++c) code[c] = srgb(light.color[c]);
    float alpha = 1;
    if (!image.alpha.empty()) {
        alpha = std::round(max_code * std::max(light.alpha, *std::max_element(code.begin(), code.end())));
        image.alpha[at] = static_cast<std::uint8_t>(std::min(alpha, max_code));
        alpha /= max_code;
    }
    for (std::size_t c = 0; c < code.size(); ++c)
        image.pixels[at * Image::channels + c] =
            alpha > 0 ? dithered(max_code * code[c] / alpha, noise) : std::uint8_t{0};
}

}  // namespace

Image averaged(const Image& drawn, int factor) {
    if (factor < 1 || drawn.size.width % factor != 0 || drawn.size.height % factor != 0)
        throw std::invalid_argument("an image is averaged over squares that do not fill it");
    if (factor == 1) return drawn;
    Image small({drawn.size.width / factor, drawn.size.height / factor});
    if (!drawn.alpha.empty()) small.alpha.resize(small.pixels.size() / Image::channels);
    const auto n = static_cast<std::size_t>(factor);
    std::size_t at = 0;
    for (int y = 0; y < small.size.height; ++y)
        for (int x = 0; x < small.size.width; ++x, ++at)
            store(small, at,
                  mean_of(drawn, static_cast<std::size_t>(x) * n, static_cast<std::size_t>(y) * n, n),
                  noise_at(x, y));
    return small;
}

}  // namespace winnow::render
