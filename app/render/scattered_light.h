// The light that particles scatter: from all around, and of the particles themselves, weakened on its way
// through them.
#pragma once

#include <cstdint>
#include <memory>

#include "effects/model/effect.h"
#include "gl/buffer.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "gl/texture.h"
#include "particles/simulation.h"
#include "render/drawing.h"
#include "render/sprite_look.h"

namespace winnow::render {

/// Particles put what they absorb and shine into the cells of a grid around them, and six sweeps, one along
/// each direction of the axes, carry the light through it: scans whose operator absorbs and adds. The same
/// particles give the same light whatever their order in memory. Takes about 4 MB, from the first frame of a
/// scenery with `scattered_light` on.
class ScatteredLight {
  public:
    /// Precondition: the arguments outlive it.
    ScatteredLight(gl::ShaderLibrary& shaders, gl::Passes& passes);

    /// Loads the programs, if the scenery asks for them.
    void load(const particles::ParticleView& living, const effects::Scenery& scenery);
    /// Computes the light around the living particles and binds it for
    /// shaders/render/lighting/particle_light.glsl. Does nothing if the scenery does not ask for it.
    /// Precondition: the block of the light is bound.
    void gather(const particles::ParticleView& living, const effects::Scenery& scenery,
                const SpriteLook& look);
    std::uint64_t memory_bytes() const;

  private:
    /// The buffers and programs that are held while a scenery asks for them.
    struct Held {
        explicit Held(gl::ShaderLibrary& shaders);
        gl::Buffer cells, carried;
        gl::VolumeTexture light;
        gl::Program sum;
    };

    gl::ShaderLibrary& shaders_;
    gl::Passes& passes_;
    gl::PassId pass_;
    LookProgram gather_;
    VariantProgram carry_;  // by the light of the sky
    std::unique_ptr<Held> held_;
};

}  // namespace winnow::render
