// Particles as soft sprites, and their reflection in the floor.
#pragma once

#include <cstdint>
#include <optional>

#include "effects/effect.h"
#include "gl/buffer.h"
#include "gl/program.h"
#include "particles/simulation.h"
#include "render/draw_list.h"
#include "render/drawing.h"

namespace winnow::render {

/// How all sprites look, besides what their emitters say.
struct SpriteLook {
    effects::Blend blend = effects::Blend::additive;
    effects::Floor floor;
    bool is_shaded = false;  // by what draw_shade() drew, which is bound as TEXTURE_SHADE
    float density = 1;  // more particles are drawn finer and dimmer, so that the light stays about the same
};

/// What a density makes of all diameters.
float size_factor(float density);

/// Draws into the target that is bound. The camera's block is bound by the caller. Without a list, all
/// of the living are drawn, in their order.
class Sprites {
  public:
    explicit Sprites(gl::ShaderLibrary& shaders);

    void draw(const particles::Living& living, const std::optional<Listed>& list, const SpriteLook& look,
              const VertexPulling& vertices) const;

    /// Decides on the GPU how many a reflection without a list shows: each `every`-th of the living.
    void prepare_reflection(const particles::Living& living, std::uint32_t every) const;
    /// What prepare_reflection() chose, mirrored.
    void draw_reflection(const particles::Living& living, const std::optional<Listed>& list,
                         const SpriteLook& look, std::uint32_t every, const VertexPulling& vertices) const;

    /// Adds the opacity of all of the living as the lamp sees it (shaders/render/lamp.glsl); the target that
    /// is bound is a square of so many texels.
    void draw_shade(const particles::Living& living, const SpriteLook& look, int texels,
                    const VertexPulling& vertices) const;

  private:
    gl::Program direct_, mirrored_, listed_, listed_mirrored_, shade_, arguments_program_;
    gl::Buffer arguments_;  // shared::ReflectionDraw
};

}  // namespace winnow::render
