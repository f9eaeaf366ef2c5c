// The shaders and passes of a step of the simulation.
#pragma once

#include <optional>

#include "gl/passes.h"
#include "gl/program.h"
#include "particles/columns.h"
#include "particles/parameters.h"
#include "winnow/compact_types.h"

namespace winnow::particles {

/// The passes of a step, declared in the order of the step.
struct StepPasses {
    explicit StepPasses(gl::Passes& passes);

    gl::PassId simulate_pass, peel_pass, scan_pass, move_pass, compact_pass, hand_over_pass, children_pass,
        spawn_pass, hash_pass, resize_pass;
};

/// The shaders. A shader that an effect or a compactor may never need is built when it is first asked for.
class Programs : public StepPasses {
  public:
    Programs(gl::ShaderLibrary& library, gl::Passes& passes);

    /// If the step is peeled, the particles with heavy codes are advanced already.
    const gl::Program& simulate(VoteFormat votes, const StepKind& kind, bool peeled = false);
    const gl::Program& list_heavy(const StepKind& kind);
    const gl::Program& peel(const StepKind& kind);
    const gl::Program& spawn(const StepKind& kind, bool folded, bool peeled);
    const gl::Program& count_children(const StepKind& kind);

    /// Makes the stacks known to the shaders, and finds out if those for drawing build.
    void provide(const effects::StackProgram& program);

    /// Writes the pool that is bound as the destination from the one that is bound as the source.
    void resize_pool(std::uint32_t new_capacity) const;
    /// Computes the box of the column set that is bound as the destination anew, if its pool asks for it.
    void refit(const gl::Buffer& pool, std::uint32_t capacity) const;

    // These handle particles with so many planes of attributes.
    const gl::Program& hash(std::uint32_t planes);
    const gl::Program& resize(std::uint32_t planes, Packing packing = {});
    const gl::Program& relayout(std::uint32_t old_planes, std::uint32_t planes);

    gl::ShaderLibrary& shaders;
    gl::Program place;

  private:
    using Variants = gl::RecentPrograms<gl::Defines>;

    const gl::Program& variant(Variants& variants, const char* path, const gl::Defines& defines);

    gl::Program resize_pool_, refit_;
    Variants simulate_, list_heavy_, peel_, spawn_, count_children_;
    Variants look_checks_, of_planes_[3];
};

/// Declares the passes of a step in their order, so that a registry lists them in this order whatever is
/// constructed first.
inline void declare_passes(gl::Passes& passes) {
    StepPasses{passes};
}

}  // namespace winnow::particles
