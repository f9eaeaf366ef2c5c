// Draws particles as soft sprites, and their reflection in the plane.
#pragma once

#include <cstdint>
#include <optional>

#include "effects/effect.h"
#include "gl/buffer.h"
#include "gl/context.h"
#include "gl/program.h"
#include "particles/simulation.h"
#include "render/draw_list.h"
#include "render/drawing.h"
#include "render/objects.h"

namespace winnow::render {

/// The look that all sprites share, besides the settings of their emitters.
struct SpriteLook {
    bool covers = false;  // some particles cover what lies behind them
    effects::Plane plane;
    float density = 1;  // more particles are drawn smaller and dimmer, so that the light stays about the same
    double seconds = 0;      // simulated time
    float brightest = 1;     // the greatest component of light that a sprite can have; for tiles
    ObjectLight light = {};  // that falls on particles
    /// Or solid particles: their depth, as the target sees it, is bound as TEXTURE_DEPTH.
    bool has_objects = false;
    bool before_ribbons = false;  // likewise; the layer that RibbonLayer has drawn is bound
    bool nearest_level = false;   // pixels of pictures are not blended from two sizes; not by tiles
};

/// The pictures of the particles that a frame needs.
struct Pictures {
    bool listed = false;          // through a list of particles, as the eye sees them and mirrored
    bool mirrored = false;        // also mirrored in the plane
    bool shaded = false;          // also as the lamp sees them
    bool has_objects = false;     // among objects, or solid particles
    bool before_ribbons = false;  // among ribbons that cover
    bool nearest_level = false;   // SpriteLook's
};

/// Returns the factor on all diameters at a density.
float size_factor(float density);

/// Returns the greatest component of light that a sprite can have if no colour has a greater one than
/// `color`.
float brightest_light(float color, float density);
/// Returns the greatest opacity that a sprite can have in the map of opacity.
float most_shade(float density);

/// Binds what shaders read of the particles.
void bind_drawn(const particles::Living& living);
/// Sets the uniforms of the time.
void set_time(const gl::Program& program, const particles::Living& living, double seconds);
/// Sets the uniforms of shaders/render/sprite.glsl.
void set_look(const gl::Program& program, const particles::Living& living, const SpriteLook& look,
              std::uint32_t every);

/// Sets those that do not depend on the looks of particles.
void set_light(const gl::Program& program, const SpriteLook& look);
Blending blending_of(const SpriteLook& look);

/// Draws into the bound target. Precondition: the caller has bound the camera's block. Without a list, all
/// living particles are drawn in the order of the pool.
class Sprites {
  public:
    Sprites(const gl::Facts& facts, gl::ShaderLibrary& shaders);

    /// Loads the programs that draw these pictures.
    void load(const particles::Living& living, const Pictures& pictures);
    void draw(const particles::Living& living, const std::optional<Listed>& list, const SpriteLook& look,
              const VertexPulling& vertices);

    /// Draws each `every`-th particle mirrored in the plane, with `every` times its light.
    void draw_reflection(const particles::Living& living, const std::optional<Listed>& list,
                         const SpriteLook& look, std::uint32_t every, const VertexPulling& vertices);

    /// Adds the opacity of all living particles as the lamp sees it (shaders/render/lamp.glsl). Precondition:
    /// the bound target is a square of `texels` by `texels`.
    void draw_shade(const particles::Living& living, const SpriteLook& look, int texels,
                    const VertexPulling& vertices);

  private:
    std::uint32_t cut_sides_;  // of a sprite's triangle; 0: it is not cut
    LookProgram direct_, mirrored_, listed_, listed_mirrored_, shade_;
};

}  // namespace winnow::render
