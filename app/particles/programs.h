// The shaders and passes of a step.
#pragma once

#include <map>
#include <optional>

#include "gl/passes.h"
#include "gl/program.h"
#include "particles/simulation.h"

namespace winnow::particles {

struct StepPasses {
    explicit StepPasses(gl::Passes& passes);

    gl::PassId simulate_pass, scan_pass, move_pass, compact_pass, hand_over_pass, children_pass, spawn_pass,
        hash_pass, resize_pass;
};

/// Those that an effect or a compactor may never need are built when they are first asked for.
class Simulation::Programs : public StepPasses {
  public:
    Programs(gl::ShaderLibrary& shaders, gl::Passes& passes);

    const gl::Program& simulate(compact::VoteFormat votes, const StepKind& kind);
    const gl::Program& spawn(const StepKind& kind, bool folded);
    const gl::Program& count_children();

    gl::Program place, refit, hash, resize_pool, resize;

  private:
    using Variants = std::map<gl::Defines, gl::Program>;

    const gl::Program& variant(Variants& variants, const char* path, const gl::Defines& defines);

    gl::ShaderLibrary& shaders_;
    Variants simulate_, spawn_;
    std::optional<gl::Program> count_children_;
};

}  // namespace winnow::particles
