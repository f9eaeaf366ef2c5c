#include "view/pointer.h"

namespace winnow::view {

particles::Pointer press_at(const render::Camera& camera, gl::Size frame, glm::vec2 share) {
    if (frame.width <= 0 || frame.height <= 0) return {};
    const glm::mat4 shown = camera.projection(frame);
    const float depth = camera.pose().distance;
    const glm::vec2 clip = glm::vec2(2 * share.x - 1, 1 - 2 * share.y) * depth;
    // The projection gives clip.x = shown[0].x * x - shown[2].x * depth, and y likewise; this solves for x
    // and y.
    const glm::vec4 seen((clip.x + shown[2].x * depth) / shown[0].x,
                         (clip.y + shown[2].y * depth) / shown[1].y, -depth, 1);
    const particles::Pointer pointer{glm::vec3(glm::inverse(camera.pose().view()) * seen), 1};
    return pointer.is_valid() ? pointer : particles::Pointer{};
}

}  // namespace winnow::view
