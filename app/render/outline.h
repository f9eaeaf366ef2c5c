// What a camera sees, drawn as the edges of its view.
#pragma once

#include "gl/context.h"
#include "gl/program.h"
#include "render/camera.h"
#include "render/drawing.h"

namespace winnow::render {

class Outline {
  public:
    explicit Outline(gl::ShaderLibrary& shaders);

    /// Adds light to the target that is bound, seen by the camera that is bound. `picture`: the size for
    /// which `camera` sees.
    void draw(const Camera& camera, gl::Size picture, const VertexPulling& vertices) const;

  private:
    gl::Program program_;
};

}  // namespace winnow::render
