// Draws the background and the ground, with what it mirrors, behind the particles.
#pragma once

#include "gl/context.h"
#include "gl/program.h"
#include "render/drawing.h"
#include "render/objects.h"
#include "render/renderer.h"
#include "render/targets.h"

namespace winnow::render {

class Floor {
  public:
    /// Precondition: the arguments outlive it.
    Floor(const gl::Facts& facts, gl::ShaderLibrary& shaders);

    /// Loads the programs for such a scene.
    void load(const Scene& scene, const ObjectLight& light, bool has_objects);
    /// Draws into a frame behind what its alpha says. Preconditions: the camera's block is bound, the pool of
    /// the particles as BIND_SOURCE_POOL, what the ground mirrors as TEXTURE_REFLECTION and TEXTURE_GLOW, and
    /// objects, if there are any, as TEXTURE_OBJECTS and TEXTURE_DEPTH.
    void draw(const Scene& scene, const ObjectLight& light, bool has_objects, const Target& frame);

  private:
    void draw_rows(const gl::Program& program, const Scene& scene, const ObjectLight& light,
                   const Target& frame, Rows rows);

    const gl::Facts& facts_;
    VariantProgram whole_;  // by ground, sky, grid, light and objects
    VariantProgram sky_;    // the rows above the horizon, where a CPU renders
};

}  // namespace winnow::render
