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

    /// Loads the programs for such a scene. `smaller` as in draw().
    void load(const Scene& scene, const ObjectLight& light, bool has_objects, bool smaller);
    /// Draws into a frame behind what its alpha says. If `smaller` is not empty, sky and ground are drawn
    /// into it first and then enlarged. Preconditions: the camera's block is bound, the pool of the particles
    /// as BIND_SOURCE_POOL, what the ground mirrors as TEXTURE_REFLECTION and TEXTURE_GLOW, and objects, if
    /// there are any, as TEXTURE_OBJECTS and TEXTURE_DEPTH.
    void draw(const Scene& scene, const ObjectLight& light, bool has_objects, const Target& frame,
              const Target& smaller);

    /// The defines of the programs that draw sky and ground.
    struct Variants {
        gl::Defines whole;
        gl::Defines sky;  // for the rows above the horizon
    };

  private:
    void draw_background(const Variants& variants, const Scene& scene, const ObjectLight& light,
                         const Target& target);
    void draw_rows(const gl::Program& program, const Scene& scene, const ObjectLight& light,
                   const Target& frame, Rows rows);

    const gl::Facts& facts_;
    // By ground, sky, grid, light and objects:
    VariantProgram whole_;
    VariantProgram sky_;      // the rows above the horizon, where a CPU renders
    VariantProgram enlarge_;  // what is drawn already, behind objects
};

}  // namespace winnow::render
