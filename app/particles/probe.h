// A look at what a step did to the oldest particles, for people: copied on the GPU and fetched a step or two
// later.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gl/program.h"
#include "gl/rings.h"
#include "particles/simulation.h"

namespace winnow::particles {

/// The oldest particles before and after one step, in their order; at most shared::PROBE_PARTICLES each.
struct Probed {
    std::uint64_t step = 0;
    bool is_advanced = false;  // those before were already moved and aged by the step, but not yet compacted
    std::vector<Particle> before, after;
};

/// Reads back at most `most` particles around one as they were before the last step, and those after it from
/// the first survivor among them on. Returns nullopt as Simulation::last_step() does, or if the particle did
/// not live before that step. Waits for the GPU. Precondition: the living lie in the order of their births.
std::optional<Probed> probe_around(Simulation& simulation, const Identity& identity, std::uint32_t most);

class Probe {
  public:
    /// Throws as ShaderLibrary and MemoryProvider do.
    explicit Probe(gl::ShaderLibrary& shaders);

    /// Submits a copy of what the simulation's last step read and left. Does nothing if the step's input is
    /// no longer kept, if it has not succeeded yet, or if too many copies are on their way. Never waits for
    /// the GPU.
    void submit(Simulation& simulation);
    /// Returns the newest copy that has arrived since the last call, or nullopt. Never waits.
    std::optional<Probed> take();
    void wait_for_all() const { ring_.wait_for_all(); }

  private:
    struct Submission {
        std::uint64_t step = 0;
        bool is_advanced = false;
    };
    static constexpr std::uint32_t slots = 4;

    gl::Program program_;
    gl::Buffer copy_;
    gl::ReadbackRing ring_;
    std::array<Submission, slots> submissions_;
    std::uint64_t submitted_ = 0, taken_ = 0;
};

}  // namespace winnow::particles
