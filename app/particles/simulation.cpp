#include "particles/simulation.h"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <thread>
#include <utility>

#include "gl/buffer.h"
#include "gl/debug.h"
#include "gl/fence.h"

namespace winnow::particles {
namespace {

using gl::word_of;

constexpr std::uint32_t first_word = word_of(offsetof(shared::Pool, first));
constexpr std::uint32_t alive_word = word_of(offsetof(shared::Pool, alive));
constexpr std::uint32_t survivors_word = word_of(offsetof(shared::Pool, survivors));
constexpr std::uint32_t children_word = word_of(offsetof(shared::Pool, children));
constexpr std::uint64_t groups_offset = offsetof(shared::Pool, groups_x);
constexpr std::uint64_t spawn_offset = offsetof(shared::Pool, spawn_x);

/// Returns an upper bound on the births of a step if at most `bound` particles are alive before it.
std::uint32_t max_births(const shared::Step& step, std::uint32_t bound) {
    const std::uint64_t children =
        std::min<std::uint64_t>(std::uint64_t{bound} * step.children_per_parent, step.children_per_step);
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(step.births + children, step.capacity));
}

}  // namespace

Simulation::Simulation(const gl::Tools& context, gl::MemoryProvider& memory, effects::Compiled effect,
                       std::uint32_t capacity, std::uint32_t seed,
                       std::unique_ptr<compact::Compactor> fallback, ScanMaker make_child_scan,
                       std::unique_ptr<compact::Compactor> compactor, std::shared_ptr<Instances> instances,
                       std::uint32_t report_room)
    : tools_(context), programs_(context.shaders, context.passes), seed_(seed) {
    setup_.inputs.set_seed(seed);
    if (instances) queries_.emplace(context.shaders);
    setup_.fold = {"particles/record_step.glsl", {}, [this] { bind_fold(); }};
    change({.capacity = Change::Capacity{capacity, &memory},
            .compactors = Compactors{std::move(compactor), std::move(fallback)},
            .child_scan = std::move(make_child_scan),
            .report_room = report_room,
            .effect = std::move(effect),
            .instances = std::move(instances)});
}

/// Only prepare() may fail, and it modifies nothing that a step reads; after it, nothing is allocated or
/// built. The old parts are freed last.
void Simulation::change(const Change& change) {
    if (!settled()) throw std::logic_error("a change needs a settled simulation");
    submit_figures();
    heavy_are_listed_ = false;
    // If scratch is reallocated or columns are written, the input of the last step is lost.
    if (change.capacity || change.compactors || change.folding || change.restored)
        last_input_.is_kept = false;
    const Setup old = std::exchange(setup_, setup_.prepare(change, tools_.facts, programs_));
    if (change.compactors) forget_passes();
    if (!setup_.peels) tools_.passes.forget(programs_.peel_pass);
    if (change.effect) {
        last_input_.is_kept = last_input_.is_kept && last_input_.is_advanced;
        if (!setup_.has_children()) tools_.passes.forget(programs_.children_pass);
    }
    if (change.effect || change.density || change.restored || change.checkpoint)
        setup_.inputs.upload_tables();
    if (change.capacity) setup_.inputs.upload_capacity(capacity());
    if (change.restored || change.checkpoint) return take_state(change);
    if (old.storage && old.storage != setup_.storage) {
        last_input_.is_kept = false;
        const gl::PassScope scope(tools_.passes, programs_.resize_pass);
        setup_.storage->take_living(old.storage->source, old.storage->capacity, old.inputs.keeps_newest(),
                                    programs_);
    }
    if (change.effect && old.storage) move_attributes(old);
}

/// Living particles keep the attributes that their stacks had and have; new ones begin at their
/// default.
void Simulation::move_attributes(const Setup& before) {
    const std::uint32_t planes = setup_.storage->planes();
    if (planes == 0) return;
    std::vector<AttributeMoves> all;
    bool changes = false;
    for (std::uint32_t slot = 0; slot < setup_.inputs.slot_count(); ++slot) {
        const auto old = before.inputs.attributes_of(slot), now = setup_.inputs.attributes_of(slot);
        changes = changes || !std::ranges::equal(old, now);
        all.push_back(moves_between(old, now));
    }
    if (!changes) return;
    last_input_.is_kept = false;
    gl::Buffer table = gl::plain_memory()->allocate(all.size() * sizeof(AttributeMoves), "particles: moves");
    table.write_all(std::span(all));
    bind();
    table.bind_storage(shared::BIND_BIRTHS);
    before.storage->source.bind_source();
    setup_.storage->source.bind_destination();
    const gl::Program& relayout = programs_.relayout(before.storage->planes(), planes);
    relayout.set("old_capacity", before.storage->capacity);
    relayout.set("new_capacity", capacity());
    relayout.set("keep_newest", before.inputs.keeps_newest() ? 1 : 0);
    relayout.dispatch_indirect(setup_.storage->source.pool, groups_offset);
    gl::storage_barrier();
}

/// The new compactor, or a folded step, may not have these passes.
void Simulation::forget_passes() {
    for (const gl::PassId pass : {programs_.simulate_pass, programs_.scan_pass, programs_.move_pass,
                                  programs_.compact_pass, programs_.hand_over_pass})
        tools_.passes.forget(pass);
}

/// A backend that shares the memory may still write.
void Simulation::reset(std::uint32_t seed) {
    settle();
    begin(0, seed, 0);
    setup_.inputs.restart(seed);
    setup_.inputs.upload_tables();
    setup_.storage->source.pool.fill(0);
    setup_.storage->destination.pool.fill(0);
}

void Simulation::set_pointer(const Pointer& pointer) {
    if (!pointer.is_valid()) throw std::logic_error("the pointer is out of range");
    setup_.inputs.set_pointer(pointer);
}

void Simulation::set_seen(const Seen& seen) {
    setup_.inputs.set_seen(seen);
    last_input_.is_seen_anew = setup_.inputs.program()->sees_depth;
}

/// Discards the steps that were made.
void Simulation::begin(std::uint64_t steps, std::uint32_t seed, std::uint32_t alive) {
    next_step_ = steps;
    seed_ = seed;
    figures_.restart(alive);
    last_input_.is_kept = false;
    heavy_are_listed_ = false;
    submitted_.reset();
    figures_due_.reset();
}

void Simulation::bind() const {
    setup_.storage->source.bind_source();
    setup_.storage->destination.bind_destination();
    if (setup_.votes) setup_.votes->bind_storage(shared::BIND_VOTES);
    if (setup_.kept) setup_.kept->bind_storage(shared::BIND_KEPT);
    setup_.inputs.bind_births();
    bind_fold();
}

/// Binds everything that a step reads except columns, pools and births.
void Simulation::bind_fold() const {
    setup_.inputs.bind();
    if (setup_.has_children()) setup_.children.counts->bind_storage(shared::BIND_CHILDREN);
    if (setup_.peels) setup_.peel_list->bind_storage(shared::BIND_PEEL_LIST);
}

void Simulation::step() {
    if (!settled()) throw std::logic_error("step needs a settled simulation");
    if (has_long_times(next_step_ + 1) && !setup_.inputs.kind().long_times) change({.long_times = true});
    const HostSpan span(tools_.passes.time_line(), "step", {"step", next_step_ + 1});
    gl::require_context();
    tools_.passes.poll();
    submit_figures();
    figures_.poll();
    Submitted now;
    now.step = setup_.inputs.next(next_step_ + 1, seed_, capacity());
    now.beyond = setup_.inputs.births_beyond();
    now.bound = alive_bound();
    now.max_births = max_births(now.step, now.bound);
    now.hashed = hashing_;
    now.folded = setup_.folds();
    if (look_before_steps_) look_before_steps_();
    submitted_ = now;
    if (!now.folded) {
        const gl::PassScope scope(tools_.passes, programs_.simulate_pass);
        bind();
        simulate(setup_.storage->source);
    }
    if (setup_.peels) peel();
    compact(setup_.compactors.active());
    settled();
}

/// Advances the particles that are bound as the source and casts their votes.
void Simulation::simulate(const ColumnSet& particles, bool peeled) {
    programs_.simulate(setup_.vote_format(), setup_.inputs.kind(), peeled)
        .dispatch_indirect(particles.pool, groups_offset);
    gl::storage_barrier();
}

/// Advances the particles with heavy codes where they lie, and leaves an empty list for those that the step
/// writes.
void Simulation::peel() {
    const gl::PassScope scope(tools_.passes, programs_.peel_pass);
    bind();
    const auto empty_the_list = [&] { setup_.peel_list->fill(0, 0, sizeof(std::uint32_t)); };
    if (!heavy_are_listed_) {
        empty_the_list();
        programs_.list_heavy(setup_.inputs.kind())
            .dispatch(gl::Groups::over(submitted_->bound, shared::PEEL_TILE));
        gl::storage_barrier();
    }
    const auto groups = gl::Groups::over(submitted_->bound, shared::PARTICLE_THREADS);
    programs_.peel(setup_.inputs.kind()).dispatch({std::min(groups.x, shared::PEEL_GROUPS)});
    gl::storage_barrier();
    empty_the_list();
}

void Simulation::compact(compact::Compactor& compactor) {
    const ColumnSet &source = setup_.storage->source, &destination = setup_.storage->destination;
    std::vector<compact::Column> columns(source.columns.size());
    for (std::size_t c = 0; c < columns.size(); ++c)
        columns[c] = {&source.columns[c], &destination.columns[c], c == attribute_column ? source.planes : 1};
    compact::Request request;
    if (submitted_->folded)
        request.fold = &setup_.fold;
    else
        request.votes = {setup_.votes.get(), 0};
    request.columns = columns;
    request.capacity = capacity();
    request.bound = submitted_->bound;
    request.first = {&source.pool, first_word};
    request.count = {&source.pool, alive_word};
    request.survivors = {&destination.pool, survivors_word};
    request.time_line = tools_.passes.time_line();
    if (compactor_places_children())
        request.second_scan = {{setup_.children.counts.get(), 0}, {&destination.pool, children_word}};
    const gl::DebugGroup group("removal");
    compactor.run(request);
}

std::uint32_t Simulation::alive_bound() const {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(figures_.alive_bound(), capacity()));
}

bool Simulation::compactor_places_children() const {
    return setup_.has_children() && setup_.compactors.active().takes_second_scan();
}

/// Scans the child counts in place and stores their total.
void Simulation::place_children() {
    const gl::PassScope scope(tools_.passes, programs_.children_pass);
    scan::Request request;
    request.input = request.output = {setup_.children.counts.get(), 0};
    request.bound = submitted_->bound;
    request.count = {&setup_.storage->source.pool, alive_word};
    request.total = {&setup_.storage->destination.pool, children_word};
    setup_.children.scan->run(request);
}

/// Among the children of their instances.
void Simulation::rank_children() {
    const std::uint32_t instances = setup_.inputs.instances() ? setup_.inputs.instances()->count() : 0;
    if (instances <= 1 || submitted_->max_births == 0) return;
    const gl::PassScope scope(tools_.passes, programs_.children_pass);
    setup_.inputs.bind();
    setup_.children.ranks->run(setup_.storage->source, setup_.storage->destination, *setup_.children.counts,
                               submitted_->max_births, instances);
}

void Simulation::spawn() {
    const gl::PassScope scope(tools_.passes, programs_.spawn_pass);
    const gl::Buffer& pool = setup_.storage->destination.pool;
    bind();  // the compactor and the scan use their own bindings
    programs_.place.dispatch({1, 1, 1});
    gl::command_barrier();
    if (submitted_->max_births > 0) {
        programs_.spawn(setup_.inputs.kind(), submitted_->folded, setup_.peels)
            .dispatch_indirect(pool, spawn_offset);
        gl::storage_barrier();
    }
    if (submitted_->step.replace_oldest != 0) programs_.refit(pool, capacity());
}

void Simulation::gather_reports() {
    if (!setup_.gathers_reports()) return;
    setup_.inputs.bind();
    setup_.reports->gather(setup_.storage->source, setup_.storage->destination, next_step_ + 1,
                           submitted_->bound, submitted_->max_births);
}

StepReports Simulation::take_reports() {
    return setup_.reports ? setup_.reports->take() : StepReports();
}

/// Precondition: figures_.can_submit(), if figures are due.
void Simulation::submit_figures() {
    const auto due = std::exchange(figures_due_, {});
    if (!due) return;
    const HostSpan span(tools_.passes.time_line(), "figures", {"step", next_step_});
    if (*due) dispatch_hash();
    figures_.submit(setup_.storage->source.pool);
}

/// Adds the hash of the living to the words of the pool.
void Simulation::dispatch_hash() {
    const gl::PassScope scope(tools_.passes, programs_.hash_pass);
    const ColumnSet& newest = setup_.storage->source;
    setup_.inputs.bind();
    newest.bind_destination();
    programs_.hash(setup_.inputs.kind().planes.all).dispatch_indirect(newest.pool, groups_offset);
    gl::storage_barrier();
}

bool Simulation::settled() {
    if (submitted_ && !finish_submitted()) return false;
    figures_.poll();  // frees slots, and notices a lost context
    return figures_.has_room() && (figures_.can_submit() || !figures_due_) &&
           (!setup_.gathers_reports() || setup_.reports->has_room());
}

bool Simulation::finish_submitted() {
    if (setup_.compactors.compactor) {
        const auto progress = setup_.compactors.compactor->progress();
        if (progress == compact::Progress::pending) return false;
        if (progress == compact::Progress::failed) fall_back();
    }
    finish_step();
    return true;
}

void Simulation::settle() {
    if (settled()) return;
    const HostSpan span(tools_.passes.time_line(), "wait for step");
    for (const gl::Deadline deadline; !settled(); deadline.check()) std::this_thread::yield();
}

/// Counts the children from the source after simulation, because the failed compactor may have overwritten
/// the counts.
void Simulation::count_children_anew() {
    const gl::DebugGroup group("children counted anew");
    programs_.count_children(setup_.inputs.kind())
        .dispatch_indirect(setup_.storage->source.pool, groups_offset);
    gl::storage_barrier();
}

/// OpenGL simulated the source in place and cast the votes, so the fallback begins where the failed compactor
/// did.
void Simulation::fall_back() {
    failure_ = setup_.compactors.compactor->failure();
    setup_.compactors.compactor.reset();
    tools_.passes.forget(programs_.hand_over_pass);
    submitted_->fell_back = true;
    bind();
    if (setup_.has_children()) count_children_anew();
    compact(*setup_.compactors.fallback);
}

/// Completes the step once its compactor is known to have succeeded.
void Simulation::finish_step() {
    const HostSpan span(tools_.passes.time_line(), "finish step", {"step", next_step_ + 1});
    if (setup_.has_children() && !compactor_places_children()) place_children();
    if (setup_.has_children()) rank_children();
    spawn();
    gather_reports();
    const Submitted done = *std::exchange(submitted_, {});
    std::swap(setup_.storage->source, setup_.storage->destination);
    ++next_step_;
    last_input_ = {done.bound, true, !done.folded, setup_.peels, false, done.step.births};
    // The places of replaced particles stay in the list.
    heavy_are_listed_ = setup_.peels && done.step.replace_oldest == 0;
    figures_.announce({next_step_, done.hashed, done.fell_back, done.max_births, done.beyond});
    figures_due_ = done.hashed;
    report_compaction();
}

void Simulation::report_compaction() {
    const auto report = [&](gl::PassId pass, std::optional<double> milliseconds) {
        if (milliseconds) tools_.passes.report(pass, *milliseconds);
    };
    const auto times = setup_.compactors.active().times();
    report(programs_.scan_pass, times.scan);
    report(programs_.move_pass, times.move);
    report(programs_.compact_pass, times.compact);
    report(programs_.children_pass, times.second_scan);
    report(programs_.hand_over_pass, times.hand_over);
}

std::vector<StepFigures> Simulation::take_figures() {
    if (figures_.can_submit()) submit_figures();
    figures_.poll();
    return figures_.take();
}

std::vector<StepFigures> Simulation::wait_figures() {
    settle();
    submit_figures();
    figures_.wait_for_all();
    report_compaction();  // the time of the last hand-over arrives after its step
    return take_figures();
}

std::uint64_t Simulation::hash() {
    wait_figures();
    return hash_of(setup_.storage->source, alive_bound());
}

std::uint64_t Simulation::hash_of(const ColumnSet& particles, std::uint32_t bound) {
    particles.pool.fill(0, offsetof(shared::Pool, hash_low), sizeof(std::uint64_t));
    setup_.inputs.bind();
    particles.bind_destination();
    programs_.hash(setup_.inputs.kind().planes.all)
        .dispatch(gl::Groups::over(bound, shared::PARTICLE_THREADS));
    gl::storage_barrier();
    const shared::Pool pool = particles.read_pool();
    return std::uint64_t{pool.hash_high} << 32 | pool.hash_low;
}

QueriedParticles Simulation::queried() const {
    setup_.inputs.bind();
    return {setup_.storage->source, capacity(), alive_bound(), *setup_.inputs.instances(), next_step_};
}

ColumnSet Simulation::take_out(std::uint32_t instance) {
    wait_figures();
    return queries_->take_out(instance, queried(), *setup_.compactors.fallback, setup_.storage->memory);
}

std::uint64_t Simulation::hash(std::uint32_t instance) {
    const ColumnSet taken = take_out(instance);
    return hash_of(taken, alive_bound());
}

std::vector<Particle> Simulation::read_living(std::uint32_t instance) {
    const ColumnSet taken = take_out(instance);
    std::vector<Particle> particles = read_particles(taken, 0, taken.read_pool().alive, capacity());
    for (Particle& one : particles) one.emitter &= shared::SLOT_MASK;
    return particles;
}

std::optional<Simulation::LastStep> Simulation::last_step() {
    if (submitted_ || !last_input_.is_kept) return std::nullopt;
    if (last_input_.is_peeled && !can_advance_last_input()) return std::nullopt;
    if (last_input_.is_peeled) advance_last_input();
    return LastStep{setup_.storage->destination, setup_.storage->source, last_input_.is_advanced};
}

std::optional<std::uint32_t> Simulation::Births::parent_of(std::uint32_t ordinal) const {
    if (ordinal < without_parent || ordinal - without_parent >= first_child.back()) return std::nullopt;
    const auto next = std::ranges::upper_bound(first_child, ordinal - without_parent);
    return static_cast<std::uint32_t>(next - first_child.begin() - 1);
}

std::optional<Simulation::Births> Simulation::read_births() {
    if (!setup_.has_children() || submitted_ || !last_input_.is_kept) return std::nullopt;
    const std::uint32_t before = std::min(setup_.storage->destination.read_pool().alive, last_input_.bound);
    Births births{last_input_.births, setup_.children.counts->read_all<std::uint32_t>(before)};
    births.first_child.push_back(setup_.storage->source.read_pool().children);
    return births;
}

ParticleView Simulation::living() const {
    const ColumnSet& source = setup_.storage->source;
    ParticleView living{};
    for (const gl::Buffer& column : source.columns) living.columns.push_back(&column);
    living.pool = &source.pool;
    living.table = &setup_.inputs.table();
    living.files = &setup_.inputs.files();
    living.capacity = capacity();
    living.step = next_step_;
    living.program = setup_.inputs.program();
    return living;
}

void Simulation::poison_scratch(std::uint32_t word) {
    const auto& [compactor, fallback] = setup_.compactors;
    fallback->poison_scratch(word);
    if (compactor) compactor->poison_scratch(word);
    if (setup_.votes) setup_.votes->fill(word);
    if (setup_.kept) setup_.kept->fill(word);
    if (setup_.peel_list) setup_.peel_list->fill(word);
    heavy_are_listed_ = false;
    if (setup_.children.counts) setup_.children.counts->fill(word);
    for (const gl::Buffer& column : setup_.storage->destination.columns) column.fill(word);
}

}  // namespace winnow::particles
