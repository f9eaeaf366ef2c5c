// The picture of another program, the host, in which particles are drawn: its view, its depths, and its
// framebuffer.
#pragma once

#include <glm/glm.hpp>

#include <cstdint>

#include "gl/context.h"
#include "gl/program.h"
#include "render/drawing.h"
#include "render/sight.h"
#include "render/targets.h"

namespace winnow::render {

/// How the host sees the world.
struct HostView {
    Sight sight;
    /// From the host's clip space, where z is a depth as the host stores it (0 to 1), to the eye.
    glm::mat4 to_eye{1};
    bool is_flipped = false;  // the host's rows go downwards
};

/// The depths of the host's picture, in a texture of two dimensions.
struct HostDepth {
    unsigned texture = 0;  // 0: nothing of the host's hides particles
    bool is_multisampled = false;
    int x = 0, y = 0;  // the frame's lower left corner in it, pixels
};

/// Where the host's picture is.
struct HostTarget {
    unsigned framebuffer = 0;
    int x = 0, y = 0;  // the frame's lower left corner in it, pixels
    /// It holds sRGB-coded values in a format of plain numbers. Otherwise it takes light: its format is sRGB
    /// or has floats.
    bool is_encoded = false;
};

class HostPicture {
  public:
    explicit HostPicture(gl::ShaderLibrary& shaders);
    ~HostPicture();
    /// Loads its programs.
    void load();
    HostPicture(const HostPicture&) = delete;

    /// Clears the target, which has a depth that drawing writes, and gives it the host's depths.
    /// Precondition: the camera's block is bound.
    void put_depth(const HostView& view, const HostDepth& depth, const Target& target,
                   const VertexPulling& vertices);
    /// Draws the light of surfaces over a layer.
    void put_surfaces(const Target& surfaces, const Target& layer, const VertexPulling& vertices) const;
    /// Draws a layer, as Renderer::draw_layer() returns it, over the host's picture.
    void compose(const Target& layer, bool is_flipped, const HostTarget& host, const VertexPulling& vertices);

  private:
    VariantProgram depth_, compose_;
    gl::Program surfaces_;
    unsigned sampler_ = 0;  // reads depths whatever the host's texture compares them with
    Target before_;         // the host's picture, where it is encoded
};

}  // namespace winnow::render
