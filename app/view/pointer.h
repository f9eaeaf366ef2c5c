// The pointer in the world: the place on which a person presses in the window.
#pragma once

#include "particles/step_inputs.h"
#include "render/camera.h"

namespace winnow::view {

/// Returns the pressed pointer: the ray through `share`, in shares of the frame from its upper left, meets
/// the plane through the camera's target that faces the camera. Every such ray meets it in front of the eye.
/// If the frame is empty or the place is out of range, the pointer is released.
particles::Pointer press_at(const render::Camera& camera, gl::Size frame, glm::vec2 share);

}  // namespace winnow::view
