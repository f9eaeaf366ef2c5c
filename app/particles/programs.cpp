#include "particles/programs.h"

#include <cstddef>

#include "compact/passes.h"
#include "gl/fence.h"

namespace winnow::particles {

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

Programs::Programs(gl::ShaderLibrary& shaders, gl::Passes& passes)
    : StepPasses(passes),
      place(shaders.load_compute("particles/place.comp")),
      hash(shaders.load_compute("particles/hash.comp")),
      resize(shaders.load_compute("particles/resize.comp")),
      shaders_(shaders),
      resize_pool_(shaders.load_compute("particles/resize_pool.comp")),
      refit_(shaders.load_compute("particles/refit.comp")) {}

const gl::Program& Programs::variant(Variants& variants, const char* path, const gl::Defines& defines) {
    const auto known = variants.find(defines);
    if (known != variants.end()) return known->second;
    return variants.emplace(defines, shaders_.load_compute(path, defines)).first->second;
}

const gl::Program& Programs::simulate(VoteFormat votes, const StepKind& kind) {
    gl::Defines defines = kind.defines();
    defines.emplace_back("VOTE_BITS", gl::define_flag(votes == VoteFormat::bits));
    return variant(simulate_, "particles/simulate.comp", defines);
}

const gl::Program& Programs::spawn(const StepKind& kind, bool folded) {
    const bool advances_parents = kind.children && folded;
    gl::Defines defines = StepKind{kind.children, kind.turbulence && advances_parents}.defines();
    defines.emplace_back("FOLDED", gl::define_flag(folded));
    return variant(spawn_, "particles/spawn.comp", defines);
}

const gl::Program& Programs::count_children() {
    if (!count_children_) count_children_ = shaders_.load_compute("particles/count_children.comp");
    return *count_children_;
}

void Programs::resize_pool(std::uint32_t new_capacity) const {
    resize_pool_.set("new_capacity", new_capacity);
    resize_pool_.dispatch({1, 1, 1});
    gl::command_barrier();
}

void Programs::refit(const gl::Buffer& pool, std::uint32_t capacity) const {
    refit_.set("capacity", capacity);
    refit_.dispatch_indirect(pool, offsetof(shared::Pool, refit_x));
    gl::storage_barrier();
}

}  // namespace winnow::particles
