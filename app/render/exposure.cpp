#include "render/exposure.h"

#include <algorithm>
#include <cmath>

#include "effects/model/fields.h"

namespace winnow::render {

float exposure_at(const effects::View& view, double seconds) {
    const std::vector<effects::ExposureKey>& keys = view.exposures;
    if (keys.empty()) return view.exposure;
    const auto behind = std::ranges::upper_bound(keys, seconds, {}, &effects::ExposureKey::time);
    if (behind == keys.begin()) return view.exposure * keys.front().factor;
    const effects::ExposureKey& before = *(behind - 1);
    if (behind == keys.end()) return view.exposure * before.factor;
    const auto share = static_cast<float>((seconds - before.time) / (behind->time - before.time));
    return view.exposure * before.factor * std::pow(behind->factor / before.factor, share);
}

float metered_factor(std::span<const glm::vec4> cells) {
    constexpr float middle = 0.11f, brightest = 3;  // light before the tone curve
    constexpr float dark = 1e-3f;                   // light that counts as none
    constexpr float max_factor = 100;
    constexpr glm::vec3 luminance(0.2126f, 0.7152f, 0.0722f);
    double logarithms = 0;
    float max_light = dark;
    for (const glm::vec4& cell : cells) {
        const float light = std::max(glm::dot(glm::vec3(cell), luminance), dark);
        logarithms += std::log(light);
        max_light = std::max(max_light, light);
    }
    const auto mean = static_cast<float>(std::exp(logarithms / static_cast<double>(cells.size())));
    return std::clamp(std::min(middle / mean, brightest / max_light), 1 / max_factor, max_factor);
}

std::vector<effects::ExposureKey> smooth_track(std::span<const effects::ExposureKey> frames) {
    constexpr float spread = 0.6f;  // seconds, the deviation of the weights
    constexpr float usual = 0.25f;  // seconds between two keys
    std::vector<effects::ExposureKey> track;
    if (frames.empty()) return track;
    const float length = frames.back().time - frames.front().time;
    const float apart = std::max(usual, length / static_cast<float>(effects::max_exposures - 2));
    for (const effects::ExposureKey& at : frames) {
        const bool is_last = &at == &frames.back();
        if (!track.empty() && at.time < track.back().time + apart && !is_last) continue;
        double sum = 0, weights = 0;
        for (const effects::ExposureKey& frame : frames) {
            const double away = (double{frame.time} - at.time) / spread;
            const double weight = std::exp(-0.5 * away * away);
            sum += weight * std::log(frame.factor);
            weights += weight;
        }
        track.push_back({at.time, static_cast<float>(std::exp(sum / weights))});
    }
    return track;
}

}  // namespace winnow::render
