// Draws ribbons: particles that are joined in the order of their births.
#pragma once

#include <cstdint>
#include <memory>

#include "gl/context.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "particles/simulation.h"
#include "render/drawing.h"
#include "render/sprites.h"
#include "scan/glsl_tiles.h"
#include "sort/radix_sort.h"

namespace winnow::render {

/// Makes the ribbons of a frame on the GPU: lists their particles in the order of births by votes and a scan,
/// sorts them stably by the numbers of their ribbons, and computes a point of each. Neighbours with one
/// number are joined. Nothing is read back. Memory per particle of the capacity: 48 bytes; none while no
/// ribbon is asked for. Ribbons need a pool in the order of births.
class Ribbons {
  public:
    /// Precondition: the arguments outlive it. Programs are built by the first make().
    Ribbons(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes);

    /// Loads the programs that draw ribbons, if there are any.
    void load(const particles::Living& living);
    /// Makes the ribbons of this frame. Preconditions: some of the particles are drawn as ribbons; the maps
    /// that light particles are bound. Throws Error(bad_input) if the memory does not fit; what was held
    /// before is kept.
    void make(const particles::Living& living, const SpriteLook& look);

    /// Each draws the ribbons that make() made into the bound target. Precondition: the camera's block is
    /// bound. A pixel of the mirror is as large as `coarseness` of the frame's.
    void draw(const SpriteLook& look, const VertexPulling& vertices);
    void draw_mirrored(const SpriteLook& look, float coarseness, const VertexPulling& vertices);

    /// Frees the memory and forgets the times.
    void release();
    std::uint64_t memory_bytes() const;

    /// The buffers, for tests: one word per point with the number of its ribbon, sorted; its index in the
    /// columns; and shared::DrawList.
    const gl::Buffer& numbers() const { return held_.keys; }
    const gl::Buffer& slots() const { return held_.slots; }
    const gl::Buffer& state() const { return held_.state; }

  private:
    struct Buffers {
        gl::Buffer slots, keys, other_slots, other_keys;  // a word per particle of the capacity
        gl::Buffer places, looks;                         // COLUMN_BYTES each, likewise
        gl::Buffer state;                                 // shared::DrawList
    };

    void load_views();
    void reserve(std::uint32_t capacity);
    void list(const particles::Living& living);
    void sort();
    void compute_points(const particles::Living& living, const SpriteLook& look);
    void draw(const gl::Program& program, const SpriteLook& look, float coarseness,
              const VertexPulling& vertices);

    const gl::Facts& facts_;
    gl::ShaderLibrary& shaders_;
    gl::Passes& passes_;
    gl::PassId make_pass_, draw_pass_;
    LookProgram points_;
    gl::Program list_, direct_, mirrored_;
    scan::TileWords tiles_;
    std::unique_ptr<sort::RadixSort> sort_;  // made by the first make()
    Buffers held_;
    std::uint32_t capacity_ = 0;
};

}  // namespace winnow::render
