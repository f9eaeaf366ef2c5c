// A change has two parts. prepare() makes what the change needs: it may be refused, and touches nothing that
// a step reads. commit() puts it in place: it allocates and compiles nothing, and is never refused.
#include <algorithm>
#include <span>
#include <stdexcept>
#include <utility>

#include "base/error.h"
#include "gl/barrier.h"
#include "particles/parameters.h"
#include "particles/programs.h"
#include "particles/simulation.h"

namespace winnow::particles {
namespace {

/// What a capacity takes: columns, votes and as many offsets unless the step is folded, and children's counts
/// where there are any.
std::uint64_t bytes_for(std::uint32_t capacity, compact::VoteFormat format, bool folds, bool children) {
    const std::uint64_t votes = folds ? 0 : 2 * compact::vote_words(format, capacity);
    const std::uint64_t words = votes + (children ? capacity : 0);
    return capacity * 2 * particle_bytes + words * sizeof(std::uint32_t);
}

/// A buffer in the place of one that is smaller than `bytes`; empty: that one will do.
gl::Buffer larger(const gl::Buffer& than, gl::MemoryProvider& memory, std::uint64_t bytes,
                  std::string_view label) {
    return than.bytes() < bytes ? memory.allocate(bytes, label) : gl::Buffer();
}

void replace(gl::Buffer& old, gl::Buffer& by) {
    if (!by.empty()) old = std::move(by);
}

}  // namespace

/// What the simulation will be, with what stays.
struct Simulation::Plan {
    const effects::Effect& effect;
    float density;
    std::uint32_t capacity;
    gl::MemoryProvider& memory;
    compact::Compactor* compactor;  // null: the fallback computes
    compact::Compactor& fallback;
    const ScanMaker& make_child_scan;
    bool folding;

    compact::Compactor& active() const { return compactor != nullptr ? *compactor : fallback; }
    bool needs_fallback() const { return compactor != nullptr && compactor->may_fail(); }
    bool folds() const { return folding && active().folds(); }
    bool has_children() const { return most_children(effect) > 0; }
};

struct Simulation::Prepared {
    ColumnSet source, destination;              // of another capacity
    std::optional<gl::Buffer> votes, children;  // empty: those that there are stay
    std::unique_ptr<scan::Scan> child_scan;     // null: that which there is stays
    gl::Buffer emitters, births, links;         // empty: those that there are are large enough
    gl::UploadRing births_uploads;              // likewise
    std::vector<shared::Emitter> emitter_table;
    std::vector<shared::Link> link_table;
    StepKind kind;
    compact::Fold fold;
    std::optional<Emission> emission;
    gl::Buffer saved_pool;   // of a state
    std::uint32_t kept = 0;  // of its living
};

Simulation::Plan Simulation::plan_of(const Change& change) const {
    const bool recompacts = change.compactors.has_value();
    const auto* other_fallback = recompacts ? change.compactors->fallback.get() : nullptr;
    return {change.effect ? *change.effect : effect_,
            change.density.value_or(density_),
            change.capacity ? change.capacity->particles : capacity_,
            change.capacity ? *change.capacity->memory : *memory_,
            recompacts ? change.compactors->compactor.get() : compactor_.get(),
            other_fallback != nullptr ? *change.compactors->fallback : *fallback_,
            change.child_scan ? *change.child_scan : make_child_scan_,
            change.folding.value_or(folding_)};
}

void Simulation::change(Change change) {
    if (!settled()) throw std::logic_error("a change needs a settled simulation");
    Prepared made = prepare(change);
    commit(std::move(change), std::move(made));
}

Simulation::Prepared Simulation::prepare(const Change& change) {
    const Plan plan = plan_of(change);
    if (plan.active().vote_format() != plan.fallback.vote_format())
        throw std::logic_error("a compactor and its fallback must read the same votes");
    // Scratch that grows, and columns that are written, are no more what the last step left.
    if (change.capacity || change.compactors || change.folding || change.restored) source_is_kept_ = false;
    Prepared made;
    prepare_columns(change, plan, made);
    prepare_compaction(change, plan, made);
    prepare_children(change, plan, made);
    prepare_effect(change, plan, made);
    prepare_programs(change, plan, made);
    prepare_state(change, plan, made);
    return made;
}

void Simulation::prepare_columns(const Change& change, const Plan& plan, Prepared& made) const {
    if (!change.capacity) return;
    constexpr std::uint32_t sample = 32;  // a whole word of votes in either format
    const std::uint64_t bytes =
        bytes_for(sample, plan.active().vote_format(), plan.folds(), plan.has_children());
    const Room room = room_for(context_.facts, sample, bytes, context_.facts.free_bytes());
    if (plan.capacity == 0 || plan.capacity > room.most)
        bad_input("capacity: must be 1 to {} particles on this device ({}), not {}", room.most, room.limit,
                  plan.capacity);
    made.source = ColumnSet::allocate(plan.memory, plan.capacity, "A");
    made.destination = ColumnSet::allocate(plan.memory, plan.capacity, "B");
}

/// A fallback that may be needed in the middle of a step is ready before it. A folded step keeps its votes to
/// itself.
void Simulation::prepare_compaction(const Change& change, const Plan& plan, Prepared& made) const {
    if (change.capacity || change.compactors) {
        plan.active().reserve(plan.capacity);
        if (plan.needs_fallback()) plan.fallback.reserve(plan.capacity);
    }
    if (plan.folds()) {
        // A check of the last step may have made votes; they are valid until the pool or what computes is
        // another.
        if (change.capacity || change.compactors || change.folding) made.votes.emplace();
        return;
    }
    const std::uint64_t bytes =
        compact::vote_words(plan.active().vote_format(), plan.capacity) * sizeof(std::uint32_t);
    if (change.capacity || votes_.bytes() < bytes)
        made.votes = plan.memory.allocate(bytes, "particles: votes");
}

void Simulation::prepare_children(const Change& change, const Plan& plan, Prepared& made) const {
    if (change.capacity) made.children.emplace();
    if (!plan.has_children()) return;
    const std::uint64_t bytes = std::uint64_t{plan.capacity} * sizeof(std::uint32_t);
    if (change.capacity || children_.bytes() < bytes)
        made.children = plan.memory.allocate(bytes, "particles: children");
    if (!plan.make_child_scan) throw std::logic_error("children need a scan that places them");
    if (!child_scan_ || change.child_scan) made.child_scan = plan.make_child_scan();
    (made.child_scan ? *made.child_scan : *child_scan_).reserve(plan.capacity);
}

void Simulation::prepare_effect(const Change& change, const Plan& plan, Prepared& made) {
    if (change.effect || change.density || change.restored) {
        made.emission = emission_;
        made.emission->configure(plan.effect, plan.density);
        if (change.restored) made.emission->restore(change.restored->state->fractions);
    }
    if (!change.effect) return;
    made.emitter_table = emitter_table(plan.effect);
    made.link_table = link_table(plan.effect);
    const auto memory = gl::plain_memory();
    const std::uint64_t births_bytes = (made.emitter_table.size() + 1) * sizeof(std::uint32_t);
    made.emitters = larger(emitters_, *memory, made.emitter_table.size() * sizeof(shared::Emitter),
                           "particles: emitters");
    made.births = larger(births_, *memory, births_bytes, "particles: births");
    made.links = larger(links_, *memory, made.link_table.size() * sizeof(shared::Link), "particles: links");
    if (births_uploads_.slot_bytes() < births_bytes)
        made.births_uploads = {FigureQueue::slots, births_bytes, "particles: births on their way"};
    made.kind = step_kind(plan.effect);
    made.fold = {"particles/record_step.glsl", made.kind.defines(), [this] { bind_fold(); },
                 made.kind.turbulence};
}

/// All that a step runs, and what repeats it if CUDA fails, so that none of it is built, and refused, in the
/// middle of one. The steps after a failure may build theirs.
void Simulation::prepare_programs(const Change& change, const Plan& plan, const Prepared& made) {
    if (!change.effect && !change.compactors && !change.folding) return;
    const StepKind& kind = change.effect ? made.kind : kind_;
    const compact::Fold& fold = change.effect ? made.fold : fold_;
    if (!plan.folds()) programs_->simulate(plan.active().vote_format(), kind);
    programs_->spawn(kind, plan.folds());
    plan.active().build(shared::PARTICLE_COLUMNS, plan.folds() ? &fold : nullptr);
    if (!plan.needs_fallback()) return;
    plan.fallback.build(shared::PARTICLE_COLUMNS, nullptr);
    if (kind.children) programs_->count_children();
}

/// The living are written where nobody lives: to new columns, or to those that hold nothing between steps.
void Simulation::prepare_state(const Change& change, const Plan& plan, Prepared& made) const {
    if (!change.restored) return;
    const State& state = *change.restored->state;
    made.kept = std::min(state.alive(), plan.capacity);
    const bool keeps_newest = plan.effect.when_full == effects::WhenFull::replace_oldest;
    const std::uint32_t skipped = keeps_newest ? state.alive() - made.kept : 0;
    const ColumnSet& columns = change.capacity ? made.source : destination_;
    for (std::size_t c = 0; c < state.columns.size(); ++c)
        columns.columns[c].write_all(std::span(state.columns[c]).subspan(skipped, made.kept));
    shared::Pool saved{};
    saved.alive = state.alive();
    saved.shrunk = state.shrunk;
    saved.step = static_cast<std::uint32_t>(state.step);
    made.saved_pool = gl::plain_memory()->allocate(sizeof saved, "particles: saved pool");
    made.saved_pool.write_all(std::span(&saved, 1));
}

void Simulation::commit(Change change, Prepared made) {
    commit_compaction(change, made);
    commit_capacity(change, made);
    commit_effect(change, made);
    commit_state(change, made);
    density_ = change.density.value_or(density_);
    if (made.emission) emission_ = std::move(*made.emission);
}

void Simulation::commit_compaction(Change& change, Prepared& made) {
    if (change.compactors) {
        if (change.compactors->fallback) fallback_ = std::move(change.compactors->fallback);
        compactor_ = std::move(change.compactors->compactor);
        forget_passes();
    }
    folding_ = change.folding.value_or(folding_);
    if (made.votes) votes_ = std::move(*made.votes);
    if (change.child_scan) {
        make_child_scan_ = std::move(*change.child_scan);
        child_scan_ = nullptr;
    }
    if (made.child_scan) child_scan_ = std::move(made.child_scan);
    if (made.children) children_ = std::move(*made.children);
}

/// By the policy of the effect that the living were made by.
void Simulation::commit_capacity(const Change& change, Prepared& made) {
    if (!change.capacity) return;
    const ColumnSet old = std::exchange(source_, std::move(made.source));
    destination_ = std::move(made.destination);
    memory_ = change.capacity->memory;
    const std::uint32_t old_capacity = std::exchange(capacity_, change.capacity->particles);
    const bool anybody_lived = old_capacity > 0 && !change.restored;
    if (anybody_lived) resize(old, old_capacity);
}

void Simulation::commit_effect(Change& change, Prepared& made) {
    if (!change.effect) return;
    effect_ = std::move(*change.effect);
    effect_is_edited_ = true;
    replace(emitters_, made.emitters);
    replace(births_, made.births);
    replace(links_, made.links);
    if (made.births_uploads.slot_bytes() > 0) births_uploads_ = std::move(made.births_uploads);
    emitters_.write_all(std::span(std::as_const(made.emitter_table)));
    links_.write_all(std::span(std::as_const(made.link_table)));
    kind_ = made.kind;
    fold_ = std::move(made.fold);
    most_children_ = most_children(effect_);
    if (!has_children()) context_.passes.forget(programs_->children_pass);
}

/// As if the living had been in a pool of another capacity; they themselves are in place.
void Simulation::commit_state(const Change& change, const Prepared& made) {
    if (!change.restored) return;
    forget_steps();
    seed_ = change.restored->seed;
    next_step_ = change.restored->state->step;
    figures_.restart(made.kept);
    if (!change.capacity) std::swap(source_, destination_);
    destination_.pool.fill(0);
    made.saved_pool.bind_storage(shared::BIND_SOURCE_POOL);
    source_.bind_destination();
    resize_pool();
    refit(source_.pool);
}

std::uint64_t Simulation::memory_bytes() const {
    return bytes_for(capacity_, compactor().vote_format(), folds(), !children_.empty());
}

}  // namespace winnow::particles
