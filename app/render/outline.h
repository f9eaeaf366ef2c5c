// Draws a camera's view volume as its edges.
#pragma once

#include "gl/context.h"
#include "gl/program.h"
#include "render/camera.h"
#include "render/drawing.h"

namespace winnow::render {

class Outline {
  public:
    explicit Outline(gl::ShaderLibrary& shaders);

    /// Adds the outline of `camera` to the bound target, as seen by the bound camera. `frame` is the size
    /// of the frame that `camera` sees.
    void draw(const Camera& camera, gl::Size frame, const VertexPulling& vertices) const;

  private:
    gl::Program program_;
};

}  // namespace winnow::render
