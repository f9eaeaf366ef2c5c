// The view of the world that an eye has in a frame, as drawing needs it. A camera of ours has one, and so has
// another program in whose picture particles are drawn.
#pragma once

#include <glm/glm.hpp>

#include "gl/context.h"
#include "shaders/shared.h"

namespace winnow::render {

/// A perspective view. Lengths are in metres.
struct Sight {
    glm::mat4 view{1};        // from the world to the eye, which looks along -z: a turn and a move
    glm::mat4 projection{1};  // from the eye to clip space, with depths from -1 to 1; nothing but the scale
                              // and the shift of x and of y, and depth
    glm::vec3 eye{0};
    glm::vec3 forward{0, 0, -1};  // of length 1
    float distance = 5;           // to what is looked at
    float near = 0.05f, far = 1000;
    float fade = 0.35f;  // from the eye, within which particles fade
};

/// Returns the block for the shaders. `seconds` is simulated time.
shared::Camera camera_block(const Sight& sight, gl::Size frame, float seconds);

}  // namespace winnow::render
