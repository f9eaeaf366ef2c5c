#include "particles/programs.h"

#include <cstddef>

#include "compact/compactor.h"
#include "gl/fence.h"

namespace winnow::particles {
namespace {

/// Returns the defines of a program that runs stacks.
gl::Defines defines_of(const StepKind& kind, bool peeled = false) {
    gl::Defines all = kind.fold_defines(peeled);
    const gl::Defines columns = column_defines(kind.planes.all);
    all.insert(all.end(), columns.begin(), columns.end());
    return all;
}

}  // namespace

StepPasses::StepPasses(gl::Passes& passes) {
    using gl::Part;
    using gl::Work;
    simulate_pass =
        passes.declare("simulate", "forces, motion, bounces, ageing, votes", Work::compute, Part::simulation);
    peel_pass = passes.declare("peel", "particles with heavy modules, before the others", Work::compute,
                               Part::simulation);
    scan_pass = compact::declare_scan_pass(passes);
    move_pass = compact::declare_move_pass(passes);
    compact_pass = compact::declare_compact_pass(passes);
    hand_over_pass =
        passes.declare("hand-over", "from OpenGL to CUDA and back", Work::compute, Part::simulation);
    children_pass = passes.declare("children", "exclusive prefix sum of the parents' child counts",
                                   Work::compute, Part::simulation);
    spawn_pass = passes.declare("spawn", "births behind the survivors", Work::compute, Part::simulation);
    hash_pass = passes.declare("hash", "of the living, for traces", Work::compute, Part::simulation);
    resize_pass = passes.declare("resize", "the living to columns of another capacity", Work::compute,
                                 Part::simulation);
}

Programs::Programs(gl::ShaderLibrary& library, gl::Passes& passes)
    : StepPasses(passes),
      shaders(library),
      place(library.load_compute("particles/spawn.comp#place", column_defines(0))),
      resize_pool_(library.load_compute("particles/resize.comp#pool", column_defines(0))),
      refit_(library.load_compute("particles/resize.comp#box", column_defines(0))) {}

const gl::Program& Programs::variant(Variants& variants, const char* path, const gl::Defines& defines) {
    return variants.of(defines, [&] { return shaders.load_compute(path, defines); });
}

const gl::Program& Programs::simulate(VoteFormat votes, const StepKind& kind, bool peeled) {
    gl::Defines defines = defines_of(kind, peeled);
    defines.emplace_back("VOTE_BITS", gl::define_flag(votes == VoteFormat::bits));
    return variant(simulate_, "particles/simulate.comp", defines);
}

const gl::Program& Programs::list_heavy(const StepKind& kind) {
    return variant(list_heavy_, "particles/peel.comp#list", defines_of(kind));
}

const gl::Program& Programs::peel(const StepKind& kind) {
    return variant(peel_, "particles/peel.comp#advance", defines_of(kind));
}

const gl::Program& Programs::spawn(const StepKind& kind, bool folded, bool peeled) {
    StepKind all = kind;
    all.planes.read = kind.planes.all;  // children may read any attribute of their parents
    gl::Defines defines = defines_of(all, peeled);
    defines.emplace_back("FOLDED", gl::define_flag(folded));
    return variant(spawn_, "particles/spawn.comp#spawn", defines);
}

const gl::Program& Programs::count_children(const StepKind& kind) {
    return variant(count_children_, "particles/spawn.comp#count_children", defines_of(kind));
}

const gl::Program& Programs::hash(std::uint32_t planes) {
    return variant(of_planes_[0], "particles/hash.comp", column_defines(planes));
}

const gl::Program& Programs::resize(std::uint32_t planes, Packing packing) {
    gl::Defines defines = column_defines(planes);
    if (planes > 0 && packing.side != Packing::Side::none) {
        defines.emplace_back(packing.side == Packing::Side::source ? "UNPACKS" : "PACKS",
                             gl::define_flag(true));
        defines.emplace_back("PACKED_WORDS", gl::define_number(packing.words));
    }
    return variant(of_planes_[1], "particles/resize.comp#columns", defines);
}

const gl::Program& Programs::relayout(std::uint32_t old_planes, std::uint32_t planes) {
    gl::Defines defines = column_defines(planes);
    defines.emplace_back("OLD_PLANES", gl::define_number(old_planes));
    return variant(of_planes_[2], "particles/resize.comp#attributes", defines);
}

void Programs::provide(const effects::StackProgram& program) {
    particles::provide(shaders, program.look);
    gl::Defines look = column_defines(program.planes.all);
    look.emplace_back("STACKS", gl::define_path(program.look.path()));
    variant(look_checks_, "effects/check_look.comp", look);
    particles::provide(shaders, program.step);
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
