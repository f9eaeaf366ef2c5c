// How the sprites of a frame look, for all that draw them.
#pragma once

#include <cstdint>

#include "effects/model/effect.h"
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
    float mirror_fading = 0;  // per metre above the plane, by which reflections lose light
    float density = 1;  // more particles are drawn smaller and dimmer, so that the light stays about the same
    double seconds = 0;      // simulated time
    float brightest = 1;     // the greatest component of light that a sprite can have; for tiles
    ObjectLight light = {};  // that falls on particles
    /// Or solid particles: their depth, as the target sees it, is bound as TEXTURE_DEPTH.
    bool has_objects = false;
    bool before_ribbons =
        false;  // there are ribbons that cover; the layer that RibbonLayer has drawn is bound
    bool nearest_level = false;    // pixels of pictures are not blended from two sizes; not by tiles
    bool tints = false;            // what lies behind some particles is seen through their colour
    bool over_background = false;  // the frame already has what lies behind all particles
    bool is_summed = false;        // the light is left to ParticleRenderer::end_sum()
    gl::Defines air = {};          // around them, see air_defines_of()
};

/// Returns the factor on all diameters at a density.
float size_factor(float density);

/// Returns the greatest component of light that a sprite can have if no colour has a greater one than
/// `color`. `has_singles`: some particles do not follow the density.
float brightest_light(float color, float density, bool has_singles);
/// Returns the greatest opacity that a sprite can have in the map of opacity. `has_singles` as above.
float max_shade(float density, bool has_singles);

/// Binds what shaders read of the particles.
void bind_drawn(const particles::ParticleView& living);
/// Sets the uniforms of the time.
void set_time(const gl::Program& program, const particles::ParticleView& living, double seconds);
/// Sets the uniforms of shaders/render/sprites/sprite.glsl.
void set_look(const gl::Program& program, const particles::ParticleView& living, const SpriteLook& look,
              std::uint32_t every);
/// Likewise for what a view shows.
void set_look(const gl::Program& program, const Shown& shown, const SpriteLook& look);

/// Sets those that do not depend on the looks of particles, and of these those of the density.
void set_light(const gl::Program& program, const SpriteLook& look);
void set_density(const gl::Program& program, float density);
Blending blending_of(const SpriteLook& look);

}  // namespace winnow::render
