#include "particles/programs.h"

#include "compact/passes.h"

namespace winnow::particles {
namespace {

const char* digit(bool on) {
    return on ? "1" : "0";
}

}  // namespace

StepPasses::StepPasses(gl::Passes& passes) {
    using gl::Work;
    simulate_pass = passes.declare("simulate", "forces, motion, bounces, ageing, votes", Work::compute);
    scan_pass = compact::declare_scan_pass(passes);
    move_pass = compact::declare_move_pass(passes);
    compact_pass = compact::declare_compact_pass(passes);
    hand_over_pass = passes.declare("hand-over", "from OpenGL to CUDA and back", Work::compute);
    children_pass =
        passes.declare("children", "exclusive prefix sum of the parents' child counts", Work::compute);
    spawn_pass = passes.declare("spawn", "births behind the survivors", Work::compute);
    hash_pass = passes.declare("hash", "of the living, for traces", Work::compute);
    resize_pass = passes.declare("resize", "the living to columns of another capacity", Work::compute);
}

Simulation::Programs::Programs(gl::ShaderLibrary& shaders, gl::Passes& passes)
    : StepPasses(passes),
      place(shaders.load_compute("particles/place.comp")),
      refit(shaders.load_compute("particles/refit.comp")),
      hash(shaders.load_compute("particles/hash.comp")),
      resize_pool(shaders.load_compute("particles/resize_pool.comp")),
      resize(shaders.load_compute("particles/resize.comp")),
      shaders_(shaders) {}

const gl::Program& Simulation::Programs::simulate(compact::VoteFormat votes, bool children) {
    const bool bits = votes == compact::VoteFormat::bits;
    auto& program = simulate_[bits][children];
    if (!program)
        program = shaders_.load_compute("particles/simulate.comp",
                                        {{"VOTE_BITS", digit(bits)}, {"CHILDREN", digit(children)}});
    return *program;
}

const gl::Program& Simulation::Programs::spawn(bool children, bool folded) {
    auto& program = spawn_[children][folded];
    if (!program)
        program = shaders_.load_compute("particles/spawn.comp",
                                        {{"CHILDREN", digit(children)}, {"FOLDED", digit(folded)}});
    return *program;
}

const gl::Program& Simulation::Programs::count_children() {
    if (!count_children_) count_children_ = shaders_.load_compute("particles/count_children.comp");
    return *count_children_;
}

void declare_passes(gl::Passes& passes) {
    StepPasses{passes};
}

}  // namespace winnow::particles
