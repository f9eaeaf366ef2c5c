#include "particles/simulation.h"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "gl/barrier.h"
#include "gl/debug.h"
#include "gl/fence.h"
#include "gl/words.h"
#include "particles/parameters.h"
#include "particles/programs.h"

namespace winnow::particles {
namespace {

using gl::word_of;

constexpr std::uint32_t first_word = word_of(offsetof(shared::Pool, first));
constexpr std::uint32_t alive_word = word_of(offsetof(shared::Pool, alive));
constexpr std::uint32_t survivors_word = word_of(offsetof(shared::Pool, survivors));
constexpr std::uint32_t children_word = word_of(offsetof(shared::Pool, children));
constexpr std::uint64_t groups_offset = offsetof(shared::Pool, groups_x);
constexpr std::uint64_t spawn_offset = offsetof(shared::Pool, spawn_x);
constexpr std::uint64_t refit_offset = offsetof(shared::Pool, refit_x);

}  // namespace

Simulation::Simulation(const gl::Tools& context, gl::MemoryProvider& memory, const effects::Effect& effect,
                       std::uint32_t capacity, std::uint32_t seed,
                       std::unique_ptr<compact::Compactor> fallback, ScanMaker make_child_scan,
                       std::unique_ptr<compact::Compactor> compactor)
    : context_(context),
      programs_(std::make_unique<Programs>(context.shaders, context.passes)),
      seed_(seed),
      step_block_(gl::plain_memory()->allocate(sizeof(shared::Step), "particles: step")),
      step_uploads_(FigureQueue::slots, sizeof(shared::Step), "particles: steps on their way") {
    step_block_.fill(0);
    Change first;
    first.capacity = {capacity, &memory};
    first.compactors = {std::move(compactor), std::move(fallback)};
    first.child_scan = std::move(make_child_scan);
    first.effect = effect;
    change(std::move(first));
}

Simulation::~Simulation() = default;

void Simulation::set_compactors(std::unique_ptr<compact::Compactor> compactor,
                                std::unique_ptr<compact::Compactor> fallback) {
    change({.compactors = Change::Compactors{std::move(compactor), std::move(fallback)}});
}

void Simulation::set_compactor(std::unique_ptr<compact::Compactor> compactor) {
    set_compactors(std::move(compactor), nullptr);
}

/// Those that another compactor, or a step folded into it, may not have.
void Simulation::forget_passes() {
    for (const gl::PassId pass : {programs_->simulate_pass, programs_->scan_pass, programs_->move_pass,
                                  programs_->compact_pass, programs_->hand_over_pass})
        context_.passes.forget(pass);
}

void Simulation::reset(std::uint32_t seed) {
    seed_ = seed;
    forget_steps();
    source_.pool.fill(0);
    destination_.pool.fill(0);
}

/// What is known of the steps that were made.
void Simulation::forget_steps() {
    next_step_ = 0;
    emission_.reset();
    figures_.restart(0);
    source_is_kept_ = false;
    submitted_.reset();
}

void Simulation::bind() const {
    source_.bind_source();
    destination_.bind_destination();
    if (!votes_.empty()) votes_.bind_storage(shared::BIND_VOTES);
    births_.bind_storage(shared::BIND_BIRTHS);
    bind_fold();
}

/// What a step reads beside columns, pools and births.
void Simulation::bind_fold() const {
    emitters_.bind_storage(shared::BIND_EMITTERS);
    step_block_.bind_uniform(shared::BIND_STEP);
    if (!has_children()) return;
    links_.bind_storage(shared::BIND_LINKS);
    children_.bind_storage(shared::BIND_CHILDREN);
}

std::uint32_t Simulation::alive_bound() const {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(figures_.alive_bound(), capacity_));
}

/// State 0 is empty; step 1 makes state 1.
shared::Step Simulation::next_step_block() const {
    shared::Step step = step_template(effect_, seed_);
    step.index = static_cast<std::uint32_t>(next_step_ + 1);
    step.births = emission_.total();
    step.capacity = capacity_;
    step.children_per_parent = std::min(most_children_, shared::MAX_CHILDREN / capacity_);
    return step;
}

/// Of a step before which no more than `bound` are alive.
std::uint32_t Simulation::most_births(const shared::Step& step, std::uint32_t bound) const {
    const std::uint64_t children =
        std::min<std::uint64_t>(std::uint64_t{bound} * step.children_per_parent, step.children_per_step);
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(step.births + children, capacity_));
}

void Simulation::step() {
    if (!settled()) throw std::logic_error("step needs a settled simulation");
    gl::require_context();
    context_.passes.poll();
    figures_.poll();
    const auto& births = emission_.next(next_step_ + 1);
    Submitted now;
    now.step = next_step_block();
    now.hashed = hashing_;
    now.bound = alive_bound();
    now.most_births = most_births(now.step, now.bound);
    now.beyond = emission_.beyond();
    {
        const gl::DebugGroup group("step inputs");
        births_uploads_.upload(std::as_bytes(std::span(births)), births_);
        step_uploads_.upload(std::as_bytes(std::span(&now.step, 1)), step_block_);
    }
    now.folded = folds();
    submitted_ = now;
    effect_is_edited_ = false;
    if (!now.folded) simulate();
    compact(compactor());
    settled();
}

void Simulation::simulate() {
    const gl::PassScope scope(context_.passes, programs_->simulate_pass);
    bind();
    programs_->simulate(compactor().vote_format(), kind_).dispatch_indirect(source_.pool, groups_offset);
    gl::storage_barrier();
}

void Simulation::compact(compact::Compactor& compactor) {
    std::array<compact::Column, shared::PARTICLE_COLUMNS> columns;
    for (std::size_t c = 0; c < columns.size(); ++c)
        columns[c] = {&source_.columns[c], &destination_.columns[c]};
    compact::Request request;
    if (submitted_->folded)
        request.fold = &fold_;
    else
        request.votes = {&votes_, 0};
    request.columns = columns;
    request.capacity = capacity_;
    request.bound = submitted_->bound;
    request.first = {&source_.pool, first_word};
    request.count = {&source_.pool, alive_word};
    request.survivors = {&destination_.pool, survivors_word};
    if (compactor_places_children())
        request.second_scan = {{&children_, 0}, {&destination_.pool, children_word}};
    const gl::DebugGroup group("removal");
    compactor.run(request);
}

/// The scan of the child counts, in place, and their total.
void Simulation::place_children() {
    const gl::PassScope scope(context_.passes, programs_->children_pass);
    scan::Request request;
    request.input = request.output = {&children_, 0};
    request.bound = submitted_->bound;
    request.count = {&source_.pool, alive_word};
    request.total = {&destination_.pool, children_word};
    child_scan_->run(request);
}

void Simulation::spawn() {
    const gl::PassScope scope(context_.passes, programs_->spawn_pass);
    bind();  // the compactor has bindings of its own, and so has the scan
    programs_->place.dispatch({1, 1, 1});
    gl::command_barrier();
    if (submitted_->most_births > 0) {
        programs_->spawn(kind_, submitted_->folded).dispatch_indirect(destination_.pool, spawn_offset);
        gl::storage_barrier();
    }
    if (submitted_->step.replace_oldest != 0) refit(destination_.pool);
}

/// The box anew, of the set that is bound as the destination, if its pool says so.
void Simulation::refit(const gl::Buffer& pool) const {
    programs_->refit.set("capacity", capacity_);
    programs_->refit.dispatch_indirect(pool, refit_offset);
    gl::storage_barrier();
}

void Simulation::hash() {
    const gl::PassScope scope(context_.passes, programs_->hash_pass);
    programs_->hash.dispatch_indirect(destination_.pool, groups_offset);
    gl::storage_barrier();
}

bool Simulation::settled() {
    return (!submitted_ || finish_submitted()) && figures_.has_room();
}

bool Simulation::finish_submitted() {
    if (compactor_) {
        const auto progress = compactor_->progress();
        if (progress == compact::Progress::pending) return false;
        if (progress == compact::Progress::failed) fall_back();
    }
    finish_step();
    return true;
}

void Simulation::settle() {
    for (const gl::Patience patience; !settled(); patience.go_on()) {
        figures_.poll();  // makes room
        std::this_thread::yield();
    }
}

/// From the source as it is after the step; what failed may have overwritten the counts.
void Simulation::count_children_anew() {
    const gl::DebugGroup group("children counted anew");
    programs_->count_children().dispatch_indirect(source_.pool, groups_offset);
    gl::storage_barrier();
}

/// The source was simulated in place and the votes were cast, both in GL: the fallback begins where the other
/// did.
void Simulation::fall_back() {
    failure_ = compactor_->failure();
    compactor_.reset();
    context_.passes.forget(programs_->hand_over_pass);
    submitted_->fell_back = true;
    bind();
    if (has_children()) count_children_anew();
    compact(*fallback_);
}

/// What follows the compactor, once it is known to have succeeded.
void Simulation::finish_step() {
    if (has_children() && !compactor_places_children()) place_children();
    spawn();
    if (submitted_->hashed) hash();
    const Submitted done = *submitted_;
    submitted_.reset();
    std::swap(source_, destination_);
    ++next_step_;
    last_bound_ = done.bound;
    source_is_kept_ = true;
    source_is_advanced_ = !done.folded;
    figures_.submit(source_.pool, {next_step_, done.hashed, done.fell_back, done.most_births, done.beyond});
    report_compaction();
}

void Simulation::report_compaction() {
    const auto times = compactor().times();
    if (times.scan) context_.passes.report(programs_->scan_pass, *times.scan);
    if (times.move) context_.passes.report(programs_->move_pass, *times.move);
    if (times.compact) context_.passes.report(programs_->compact_pass, *times.compact);
    if (times.second_scan) context_.passes.report(programs_->children_pass, *times.second_scan);
    if (times.hand_over) context_.passes.report(programs_->hand_over_pass, *times.hand_over);
}

std::vector<Figures> Simulation::take_figures() {
    figures_.poll();
    return figures_.take();
}

std::vector<Figures> Simulation::wait_figures() {
    settle();
    figures_.wait_for_all();
    return take_figures();
}

Living Simulation::living() const {
    Living living{};
    for (std::size_t c = 0; c < living.columns.size(); ++c) living.columns[c] = &source_.columns[c];
    living.pool = &source_.pool;
    living.emitters = &emitters_;
    living.capacity = capacity_;
    return living;
}

void Simulation::poison_scratch(std::uint32_t word) {
    fallback_->poison_scratch(word);
    if (compactor_) compactor_->poison_scratch(word);
    if (!votes_.empty()) votes_.fill(word);
    if (!children_.empty()) children_.fill(word);
    for (gl::Buffer& column : destination_.columns) column.fill(word);
}

}  // namespace winnow::particles
