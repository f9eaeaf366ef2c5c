// The depths that the camera saw in the last frame, for modules that collide with them.
#pragma once

#include <glm/glm.hpp>

#include <memory>

#include "gl/depth_texture.h"
#include "shaders/particles/seen.h"

namespace winnow::particles {

/// The solid things of a frame. A later frame may be drawn into the same depth.
struct Seen {
    std::shared_ptr<const gl::DepthTexture> depth;  // null: nothing was seen
    glm::mat4 view{1}, projection{1};               // of the frame; a perspective one

    shared::Seen block() const;
};

}  // namespace winnow::particles
