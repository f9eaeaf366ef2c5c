#include "effects/model/lamp_presets.h"

#include <cmath>

namespace winnow::effects {
namespace {

/// Returns the level unit vector from what the view shows towards the eye.
glm::vec3 towards_eye(const View& view) {
    const float yaw = glm::radians(view.yaw);
    return {std::sin(yaw), 0, std::cos(yaw)};
}

}  // namespace

Lamp fill_lamp(const Lamp& key, const View& view) {
    constexpr float lower = 0.5f;
    const glm::vec3 eye = towards_eye(view), side(eye.z, 0, -eye.x);
    glm::vec3 direction = key.direction - 2 * glm::dot(key.direction, side) * side;
    direction.y *= lower;
    return {direction, {0.75f, 0.86f, 1}, 0.35f, 40, false};
}

Lamp rim_lamp(const View& view) {
    constexpr glm::vec3 above(0, 0.55f, 0);
    return {above - towards_eye(view), {0.86f, 0.93f, 1}, 2.5f, 5, false};
}

std::vector<Lamp> with_lamp(std::vector<Lamp> lamps, const Lamp& added) {
    if (lamps.empty()) lamps.emplace_back();
    lamps.push_back(added);
    return lamps;
}

}  // namespace winnow::effects
