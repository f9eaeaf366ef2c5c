// The shaders and passes of a step.
#pragma once

#include "gl/passes.h"
#include "gl/program.h"
#include "particles/simulation.h"

namespace winnow::particles {

struct StepPasses {
    explicit StepPasses(gl::Passes& passes);

    gl::PassId simulate_pass, vote_pass, scan_pass, move_pass, compact_pass, hand_over_pass, spawn_pass,
        hash_pass, resize_pass;
};

struct Simulation::Programs : StepPasses {
    Programs(gl::ShaderLibrary& shaders, gl::Passes& passes);

    gl::Program simulate, vote, vote_bits, place, spawn, hash, resize_pool, resize;
};

}  // namespace winnow::particles
