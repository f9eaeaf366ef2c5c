#include "render/supersample.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace winnow::render {
namespace {

constexpr float most_code = 255;

/// Returns the light of each 8-bit code, 0 to 1 (IEC 61966-2-1).
std::array<float, 256> make_light_of_codes() {
    std::array<float, 256> light{};
    for (std::size_t i = 0; i < light.size(); ++i) {
        const float code = static_cast<float>(i) / most_code;
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
std::uint8_t dithered(float light, float noise) {
    constexpr float float_errors = 1e-3f;
    const float added = float_errors + (1 - 2 * float_errors) * noise;
    return static_cast<std::uint8_t>(
        std::clamp(std::floor(srgb(light) * most_code + added), 0.0f, most_code));
}

}  // namespace

Image averaged(const Image& drawn, int factor) {
    if (factor < 1 || drawn.size.width % factor != 0 || drawn.size.height % factor != 0)
        throw std::invalid_argument("an image is averaged over squares that do not fill it");
    if (factor == 1) return drawn;
    static const std::array<float, 256> light_of = make_light_of_codes();
    Image small({drawn.size.width / factor, drawn.size.height / factor});
    const auto n = static_cast<std::size_t>(factor);
    const float share = 1 / static_cast<float>(factor * factor);
    std::size_t out = 0;
    for (int y = 0; y < small.size.height; ++y)
        for (int x = 0; x < small.size.width; ++x)
            for (std::size_t c = 0; c < Image::channels; ++c, ++out) {
                const std::size_t first = static_cast<std::size_t>(y) * n * drawn.row_bytes() +
                                          static_cast<std::size_t>(x) * n * Image::channels + c;
                float sum = 0;
                for (std::size_t row = 0; row < n; ++row)
                    for (std::size_t column = 0; column < n; ++column)
                        sum +=
                            light_of[drawn
                                         .pixels[first + row * drawn.row_bytes() + column * Image::channels]];
                small.pixels[out] = dithered(sum * share, noise_at(x, y));
            }
    return small;
}

}  // namespace winnow::render
