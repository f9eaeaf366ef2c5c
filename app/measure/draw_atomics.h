// A baseline of drawing by tiles: every sprite is added straight to the picture, by atomics in global memory.
#pragma once

#include <cstdint>

#include "gl/buffer.h"
#include "gl/context.h"
#include "gl/program.h"
#include "particles/simulation.h"
#include "render/sprite_look.h"
#include "render/targets.h"

namespace winnow::measure {

class DrawAtomics {
  public:
    /// Throws Error(bad_input) if the sums of a frame of this size do not fit in memory.
    DrawAtomics(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Size frame);

    /// Adds the light of all living particles to the target, as LightTiles::draw() does. Preconditions: the
    /// target has the frame's size and Format::hdr; no particle covers others; the camera's block is bound.
    void draw(const particles::ParticleView& living, const render::SpriteLook& look,
              const render::Target& target);

    std::uint64_t memory_bytes() const { return sums_.bytes(); }

  private:
    render::LookProgram add_;
    gl::Program resolve_;
    gl::Buffer sums_;
};

}  // namespace winnow::measure
