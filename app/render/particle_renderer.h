// The interface of the two ways to draw the particles of a frame, and the scenery's objects among them: by
// triangles or by tiles. A renderer chooses one for each frame, and nothing else asks which it is.
#pragma once

#include <cstdint>

#include "effects/model/effect.h"
#include "particles/simulation.h"
#include "render/draw_list.h"
#include "render/objects.h"
#include "render/solids.h"
#include "render/sprite_look.h"
#include "render/targets.h"

namespace winnow::render {

/// The pictures of the particles that a frame needs.
struct Pictures {
    bool listed = false;          // through a list of particles, as the eye sees them and mirrored
    bool mirrored = false;        // also mirrored in the plane
    bool shaded = false;          // also as the lamp sees them
    bool covers = false;          // some particles cover what lies behind them
    bool has_surfaces = false;    // objects, solid particles, or depths of a host
    bool rasterises = false;      // some of these, or their shadows
    bool before_ribbons = false;  // among ribbons that cover
    bool nearest_level = false;   // SpriteLook's
    gl::Defines light = {};       // ObjectLight's: what the scenery asks for
    gl::Defines shadows = {};     // SolidShadows'
    gl::Defines air = {};         // SpriteLook's
};

/// The solid things of a frame, of which there are some, and the light on them.
struct SurfaceView {
    Objects& objects;
    Solids& solids;
    const ObjectLight& light;
    const effects::Plane& plane;
};

/// Precondition of all that draws: the camera's block is bound.
class ParticleRenderer {
  public:
    virtual ~ParticleRenderer() = default;

    /// Loads the programs that draw these pictures.
    virtual void load(const particles::ParticleView& living, const Pictures& pictures) = 0;

    /// Between these, draw() may leave it to end_sum() to add the light of sprites to the frame, if their
    /// look is summed. No component of light is above `brightest`; all particles may be drawn as pictures, or
    /// none; and nothing else is drawn meanwhile.
    virtual void begin_sum(float brightest, bool has_pictures) = 0;
    virtual void end_sum(const Target& frame) = 0;
    /// Each draws the sprites into the bound target, which is of Format::hdr.
    virtual void draw(const Shown& shown, const SpriteLook& look, const Target& frame) = 0;
    virtual void draw_mirrored(const Shown& shown, const SpriteLook& look, const Target& mirror) = 0;
    /// Adds the opacity of all living particles as the lamp sees it (shaders/render/lighting/lamp.glsl) to
    /// the bound target, which is a square.
    virtual void draw_shade(const particles::ParticleView& living, const SpriteLook& look,
                            const Target& map) = 0;
    /// Returns n if each nth particle was mirrored in a recent frame that asked for each `asked`-th. Never
    /// waits.
    virtual std::uint32_t mirrored_every(std::uint32_t asked) = 0;

    /// Returns the depth that targets of surfaces must have.
    virtual DepthKind depth() const = 0;
    /// Each draws all pixels of the target, which is of Format::hdr. Precondition: the particles are bound.
    virtual void draw_surfaces(const SurfaceView& view, const Target& target) = 0;
    virtual void draw_mirrored_surfaces(const SurfaceView& view, const Target& target) = 0;
    /// Draws the maps of the shadows of solids. Preconditions: there are solids; the particles are bound.
    virtual void cast_shadows(Solids& solids, const SolidShadows& shadows) = 0;
};

}  // namespace winnow::render
