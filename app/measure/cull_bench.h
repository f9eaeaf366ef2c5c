// The cases of `bench cull`: their buffers and the check of their results.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gl/buffer.h"
#include "gl/context.h"
#include "measure/baseline.h"
#include "particles/simulation.h"
#include "render/draw_list.h"

namespace winnow::measure {

class CullSets {
  public:
    /// Throws Error(bad_input) before anything is allocated if the sets do not fit.
    CullSets(gl::MemoryProvider& memory, const gl::Facts& facts, std::uint32_t particles);
    CullSets(const CullSets&) = delete;

    /// Throws Error(bad_input) if one set does not fit.
    static void require_fit(const gl::Facts& facts, std::uint64_t particles);

    /// Places the particles of every set: those whose vote is 1 are visible. There is one vote per particle.
    void place(const std::vector<std::uint32_t>& votes);
    /// Binds the camera that sees them at BIND_CAMERA.
    void bind_camera() const;

    particles::ParticleView living(std::uint32_t run) const;
    std::vector<BenchmarkPair> copies(std::uint32_t run) const;
    /// Returns the bytes read and written when all positions are copied.
    std::uint64_t copy_bytes() const;
    /// Returns the bytes of all positions, read once, and of the visible particles' indices, written once.
    std::uint64_t bound_bytes() const;

    /// Checks that the list holds the visible particles in order. Returns one sentence, or an empty text if
    /// it does.
    std::string fault(const render::Listed& listed) const;

  private:
    struct Set {
        gl::Buffer positions, copy;
    };

    std::uint32_t particles_;
    std::vector<Set> sets_;
    gl::Buffer pool_, camera_;
    std::vector<std::uint32_t> visible_;  // indices, ascending
};

}  // namespace winnow::measure
