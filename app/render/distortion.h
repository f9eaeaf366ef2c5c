// Bends what is seen through particles: the frame is moved by as much as they say.
#pragma once

#include <optional>

#include "gl/passes.h"
#include "gl/program.h"
#include "particles/simulation.h"
#include "render/sprite_look.h"
#include "render/targets.h"
#include "render/triangle_renderer.h"

namespace winnow::render {

class Distortion {
  public:
    /// Precondition: the arguments outlive it.
    Distortion(gl::ShaderLibrary& shaders, gl::Passes& passes);

    /// Bends the frame where particles do, also what lies before them. `depths` has the depths of solid
    /// things; null: there are none. Holds no memory after a frame in which nothing bends.
    void draw(const particles::ParticleView& living, const SpriteLook& look, TriangleRenderer& triangles,
              const Target* depths, Target& frame);

  private:
    gl::ShaderLibrary& shaders_;
    gl::Passes& passes_;
    gl::PassId pass_;
    std::optional<gl::Program> bend_;  // since the first frame that is bent
    Target offsets_, unbent_;          // as large as the frame
};

}  // namespace winnow::render
