#include "base/tone_curve.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace winnow {
namespace {

double aces(double x) {
    return std::clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
}

double smooth_step(double x) {
    const double share = std::clamp(x, 0.0, 1.0);
    return share * share * (3 - 2 * share);
}

}  // namespace

Light tone_mapped(const Light& light) {
    constexpr double hue_kept = 0.6, highlight = 1.2, pale = 8;
    const double brightest = *std::ranges::max_element(light);
    const double share = hue_kept * smooth_step(brightest / highlight) * pale / (pale + brightest);
    Light result;
    for (std::size_t i = 0; i < light.size(); ++i) {
        const double same_hue = light[i] / std::max(brightest, 1e-6) * aces(brightest);
        result[i] = std::lerp(aces(light[i]), same_hue, share);
    }
    return result;
}

double encoded_srgb(double light) {
    return light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

double decoded_srgb(double level) {
    return level <= 0.04045 ? level / 12.92 : std::pow((level + 0.055) / 1.055, 2.4);
}

}  // namespace winnow
