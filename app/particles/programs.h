// The shaders and passes of a step of the simulation.
#pragma once

#include <map>
#include <optional>

#include "gl/passes.h"
#include "gl/program.h"
#include "particles/parameters.h"
#include "winnow/compact_types.h"

namespace winnow::particles {

/// The passes of a step, declared in the order of the step.
struct StepPasses {
    explicit StepPasses(gl::Passes& passes);

    gl::PassId simulate_pass, scan_pass, move_pass, compact_pass, hand_over_pass, children_pass, spawn_pass,
        hash_pass, resize_pass;
};

/// The shaders. A shader that an effect or a compactor may never need is built when it is first asked for.
class Programs : public StepPasses {
  public:
    Programs(gl::ShaderLibrary& shaders, gl::Passes& passes);

    const gl::Program& simulate(VoteFormat votes, const StepKind& kind);
    const gl::Program& spawn(const StepKind& kind, bool folded);
    const gl::Program& count_children();

    /// Writes the pool that is bound as the destination from the one that is bound as the source.
    void resize_pool(std::uint32_t new_capacity) const;
    /// Computes the box of the column set that is bound as the destination anew, if its pool asks for it.
    void refit(const gl::Buffer& pool, std::uint32_t capacity) const;

    gl::Program place, hash, resize;

  private:
    using Variants = std::map<gl::Defines, gl::Program>;

    const gl::Program& variant(Variants& variants, const char* path, const gl::Defines& defines);

    gl::ShaderLibrary& shaders_;
    gl::Program resize_pool_, refit_;
    Variants simulate_, spawn_;
    std::optional<gl::Program> count_children_;
};

/// Declares the passes of a step in their order, so that a registry lists them in this order whatever is
/// constructed first.
inline void declare_passes(gl::Passes& passes) {
    StepPasses{passes};
}

}  // namespace winnow::particles
