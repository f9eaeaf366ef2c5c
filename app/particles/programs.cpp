#include "particles/programs.h"

namespace winnow::particles {

StepPasses::StepPasses(gl::Passes& passes) {
    using gl::Work;
    simulate_pass = passes.declare("simulate", "forces, motion, bounces, ageing", Work::compute);
    vote_pass = passes.declare("vote", "who survives", Work::compute);
    scan_pass = passes.declare("scan", "exclusive prefix sum of the votes", Work::compute);
    move_pass = passes.declare("move", "survivors' columns to their offsets", Work::compute);
    compact_pass = passes.declare("compact", "survivors counted and moved in one pass", Work::compute);
    hand_over_pass = passes.declare("hand-over", "from OpenGL to CUDA and back", Work::compute);
    spawn_pass = passes.declare("spawn", "births behind the survivors", Work::compute);
    hash_pass = passes.declare("hash", "of the living, for traces", Work::compute);
    resize_pass = passes.declare("resize", "the living to columns of another capacity", Work::compute);
}

Simulation::Programs::Programs(gl::ShaderLibrary& shaders, gl::Passes& passes)
    : StepPasses(passes),
      simulate(shaders.load_compute("particles/simulate.comp")),
      vote(shaders.load_compute("particles/vote.comp")),
      vote_bits(shaders.load_compute("particles/vote.comp", {{"VOTE_BITS", "1"}})),
      place(shaders.load_compute("particles/place.comp")),
      spawn(shaders.load_compute("particles/spawn.comp")),
      hash(shaders.load_compute("particles/hash.comp")),
      resize_pool(shaders.load_compute("particles/resize_pool.comp")),
      resize(shaders.load_compute("particles/resize.comp")) {}

void declare_passes(gl::Passes& passes) {
    StepPasses{passes};
}

}  // namespace winnow::particles
