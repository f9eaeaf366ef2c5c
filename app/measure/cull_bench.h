// The cases of culling, their buffers and the measurement.
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
    /// Error(bad_input) before anything is allocated if they do not fit.
    CullSets(gl::MemoryProvider& memory, const gl::Facts& facts, std::uint32_t particles);
    CullSets(const CullSets&) = delete;

    /// Error(bad_input) if it does not fit.
    static void require_fit(const gl::Facts& facts, std::uint64_t particles);

    /// Of every set those whose vote is 1 are in sight; one vote a particle.
    void place(const std::vector<std::uint32_t>& votes);
    /// The camera that sees them, at BIND_CAMERA.
    void bind_camera() const;

    particles::Living living(std::uint32_t run) const;
    std::vector<BenchmarkPair> copies(std::uint32_t run) const;
    /// Read and written when all positions are copied.
    std::uint64_t copy_bytes() const;
    /// Positions read, and the indices of those in sight written.
    std::uint64_t bound_bytes() const;

    /// Whether the list holds those in sight, in order. One sentence; empty: yes.
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
