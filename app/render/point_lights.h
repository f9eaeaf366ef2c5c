// Particles as lights: chooses the brightest ones and finds those that reach a place by a grid of cells.
#pragma once

#include <cstdint>
#include <memory>

#include "gl/buffer.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "gl/texture.h"
#include "particles/simulation.h"
#include "render/drawing.h"
#include "render/sprite_look.h"
#include "scan/scan.h"

namespace winnow::render {

/// Vote, scan and list choose at most MAX_POINT_LIGHTS particles, by the levels of their brightness, tile by
/// tile, so that tiles without a light cost no more than reading whose they are; a second scan divides a list
/// of their numbers among the cells of a grid. Nothing is read back, and the same particles give the same
/// lights whatever their order in memory. Takes 4 bytes for each particle of the capacity and about 5 MB,
/// from the first frame of an effect with lights on.
class PointLights {
  public:
    /// Precondition: the arguments outlive it.
    PointLights(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes,
                gl::MemoryProvider& memory);

    /// Loads the programs that gather lights, if any emitter of the effect has lights.
    void load(const particles::ParticleView& living);
    /// Gathers the lights of the living particles and binds them for
    /// shaders/render/lighting/point_lights.glsl. Returns false, and does nothing, if no emitter of the
    /// effect has lights. Throws Error(bad_input) if the memory does not fit.
    bool gather(const particles::ParticleView& living, const SpriteLook& look);
    std::uint64_t memory_bytes() const;

  private:
    /// The buffers and programs that are held while an effect has lights.
    struct Held {
        Held(const gl::Facts& facts, gl::ShaderLibrary& shaders);
        gl::Buffer levels, plan, starts;
        gl::RowTexture lights, cells;
        gl::Program begin, choose, box, count, fill;
        std::unique_ptr<scan::Scan> scan;
    };

    void reserve(std::uint32_t capacity);
    void choose(const particles::ParticleView& living, const SpriteLook& look);
    void divide();

    const gl::Facts& facts_;
    gl::ShaderLibrary& shaders_;
    gl::Passes& passes_;
    gl::MemoryProvider& memory_;
    gl::PassId pass_;
    LookProgram keys_program_, votes_program_, list_program_;
    std::unique_ptr<Held> held_;  // from the first frame with lights on
    gl::Buffer keys_, tiles_;
};

}  // namespace winnow::render
