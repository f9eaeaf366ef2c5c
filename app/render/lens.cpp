#include "render/lens.h"

#include <cmath>

namespace winnow::render {

LensSample lens_sample(int nth, int samples) {
    constexpr float golden_angle = 2.39996323f;
    const float radius = std::sqrt((static_cast<float>(nth) + 0.5f) / static_cast<float>(samples));
    const float angle = golden_angle * static_cast<float>(nth);
    float moment = 0, digit = 0.5f;
    for (int rest = nth; rest > 0; rest /= 2, digit /= 2)
        if (rest % 2 != 0) moment += digit;
    return {radius * glm::vec2(std::cos(angle), std::sin(angle)), moment};
}

}  // namespace winnow::render
