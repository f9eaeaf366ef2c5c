#include "particles/simulation.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <stdexcept>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "gl/barrier.h"
#include "particles/parameters.h"
#include "particles/programs.h"
#include "scan/reference.h"

namespace winnow::particles {
namespace {

constexpr std::uint32_t word_of(std::size_t offset) {
    return static_cast<std::uint32_t>(offset / sizeof(std::uint32_t));
}

constexpr std::uint32_t first_word = word_of(offsetof(shared::Pool, first));
constexpr std::uint32_t alive_word = word_of(offsetof(shared::Pool, alive));
constexpr std::uint32_t survivors_word = word_of(offsetof(shared::Pool, survivors));
constexpr std::uint64_t groups_offset = offsetof(shared::Pool, groups_x);
constexpr std::uint64_t scan_words = 2;  // a vote and an offset for each of the capacity

std::uint64_t bytes_for(std::uint32_t capacity) {
    return capacity * (2 * particle_bytes + scan_words * sizeof(std::uint32_t));
}

/// How many particles fit, and what says so.
struct Room {
    std::uint64_t most = shared::MAX_CAPACITY;
    std::string limit = "the limit of 2^31 bytes a column";
};

Room room_for(const gl::Facts& facts) {
    Room room;
    if (const std::uint64_t fit = facts.limits.storage_block_bytes / shared::COLUMN_BYTES; fit < room.most)
        room = {fit, fmt::format("GL_MAX_SHADER_STORAGE_BLOCK_SIZE of {}",
                                 bytes_text(facts.limits.storage_block_bytes))};
    const auto available = facts.free_bytes();
    if (available && *available / bytes_for(1) < room.most)
        room = {*available / bytes_for(1), fmt::format("free memory of {}", bytes_text(*available))};
    return room;
}

void check_capacity(const gl::Facts& facts, std::uint32_t capacity) {
    const Room room = room_for(facts);
    if (capacity == 0 || capacity > room.most)
        bad_input("capacity: must be 1 to {} particles on this device ({}), not {}", room.most, room.limit,
                  capacity);
}

}  // namespace

Simulation::Simulation(const Context& context, gl::MemoryProvider& memory, const effects::Effect& effect,
                       std::uint32_t capacity, std::uint32_t seed,
                       std::unique_ptr<compact::Compactor> fallback)
    : context_(context), effect_(effect), seed_(seed), fallback_(std::move(fallback)) {
    check_capacity(context_.facts, capacity);
    programs_ = std::make_unique<Programs>(context_.shaders, context_.passes);
    step_block_ = gl::plain_memory()->allocate(sizeof(shared::Step), "particles: step");
    allocate(capacity, memory);
    upload_effect();
}

Simulation::~Simulation() = default;

void Simulation::allocate(std::uint32_t capacity, gl::MemoryProvider& memory) {
    source_ = ColumnSet::allocate(memory, capacity, "A");
    destination_ = ColumnSet::allocate(memory, capacity, "B");
    votes_ = memory.allocate(std::uint64_t{capacity} * sizeof(std::uint32_t), "particles: votes");
    capacity_ = capacity;
    (compactor_ ? compactor_ : fallback_)->reserve(capacity);
}

void Simulation::upload_effect() {
    const auto table = emitter_table(effect_);
    const auto memory = gl::plain_memory();
    if (emitters_.bytes() < table.size() * sizeof(shared::Emitter)) {
        emitters_ = memory->allocate(table.size() * sizeof(shared::Emitter), "particles: emitters");
        births_ = memory->allocate((table.size() + 1) * sizeof(std::uint32_t), "particles: births");
    }
    emitters_.write_all(std::span(table));
    emission_.configure(effect_, density_);
}

void Simulation::set_effect(const effects::Effect& effect) {
    effect_ = effect;
    upload_effect();
}

void Simulation::set_density(float factor) {
    density_ = factor;
    emission_.configure(effect_, density_);
}

void Simulation::set_capacity(std::uint32_t capacity, gl::MemoryProvider& memory) {
    if (!settled()) throw std::logic_error("set_capacity needs a settled simulation");
    check_capacity(context_.facts, capacity);
    ColumnSet old = std::move(source_);
    const std::uint32_t old_capacity = capacity_;
    destination_ = {};  // holds nothing between steps: only one old set and the new are held at once
    votes_ = {};
    try {
        allocate(capacity, memory);
    } catch (...) {
        source_ = std::move(old);
        destination_ = ColumnSet::allocate(memory, old_capacity, "B");
        votes_ = memory.allocate(std::uint64_t{old_capacity} * sizeof(std::uint32_t), "particles: votes");
        capacity_ = old_capacity;
        throw;
    }
    resize(old, old_capacity);
}

void Simulation::resize(const ColumnSet& old, std::uint32_t old_capacity) {
    const gl::PassScope scope(context_.passes, programs_->resize_pass);
    bind();
    old.bind_source();
    source_.bind_destination();
    programs_->resize_pool.set("new_capacity", capacity_);
    programs_->resize_pool.dispatch({1, 1, 1});
    gl::command_barrier();
    programs_->resize.set("old_capacity", old_capacity);
    programs_->resize.set("keep_newest", effect_.when_full == effects::WhenFull::replace_oldest ? 1 : 0);
    programs_->resize.dispatch_indirect(source_.pool, groups_offset);
    gl::storage_barrier();
}

void Simulation::set_compactor(std::unique_ptr<compact::Compactor> compactor) {
    compactor_ = std::move(compactor);
    for (const gl::PassId pass :
         {programs_->scan_pass, programs_->move_pass, programs_->compact_pass, programs_->hand_over_pass})
        context_.passes.forget(pass);
    if (compactor_) compactor_->reserve(capacity_);
}

void Simulation::set_fallback(std::unique_ptr<compact::Compactor> fallback) {
    fallback_ = std::move(fallback);
}

void Simulation::reset(std::uint32_t seed) {
    seed_ = seed;
    next_step_ = 0;
    emission_.reset();
    figures_.clear();
    births_on_the_way_.clear();
    alive_known_ = 0;
    submitted_.reset();
    source_.pool.fill(0);
    destination_.pool.fill(0);
}

void Simulation::bind() const {
    source_.bind_source();
    destination_.bind_destination();
    votes_.bind_storage(shared::BIND_VOTES);
    emitters_.bind_storage(shared::BIND_EMITTERS);
    births_.bind_storage(shared::BIND_BIRTHS);
    step_block_.bind_uniform(shared::BIND_STEP);
}

std::uint32_t Simulation::alive_bound() const {
    std::uint64_t bound = alive_known_;
    for (const std::uint32_t births : births_on_the_way_) bound += births;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(bound, capacity_));
}

void Simulation::step() {
    if (!settled()) throw std::logic_error("step needs a settled simulation");
    context_.passes.poll();
    note_arrived();
    const auto& births = emission_.next();
    births_.write_all(std::span(births));
    Submitted now;
    now.step = step_template(effect_, seed_);
    now.step.index = static_cast<std::uint32_t>(next_step_ + 1);  // state 0 is empty; step 1 makes state 1
    now.step.births = emission_.total();
    now.step.capacity = capacity_;
    now.hashed = hashing_;
    now.bound = alive_bound();
    step_block_.write_all(std::span(&now.step, 1));
    submitted_ = now;
    simulate_and_vote();
    compact(compactor_ ? *compactor_ : *fallback_);
    settled();
}

void Simulation::simulate_and_vote() {
    bind();
    {
        const gl::PassScope scope(context_.passes, programs_->simulate_pass);
        programs_->simulate.dispatch_indirect(source_.pool, groups_offset);
        gl::storage_barrier();
    }
    vote((compactor_ ? compactor_ : fallback_)->vote_format());
}

void Simulation::vote(compact::VoteFormat format) {
    const gl::PassScope scope(context_.passes, programs_->vote_pass);
    const bool bits = format == compact::VoteFormat::bits;
    (bits ? programs_->vote_bits : programs_->vote).dispatch_indirect(source_.pool, groups_offset);
    gl::storage_barrier();
}

void Simulation::compact(compact::Compactor& compactor) {
    std::array<compact::Column, shared::PARTICLE_COLUMNS> columns;
    for (std::size_t c = 0; c < columns.size(); ++c)
        columns[c] = {&source_.columns[c], &destination_.columns[c]};
    compact::Request request;
    request.votes = {&votes_, 0};
    request.columns = columns;
    request.capacity = capacity_;
    request.bound = submitted_->bound;
    request.first = {&source_.pool, first_word};
    request.count = {&source_.pool, alive_word};
    request.survivors = {&destination_.pool, survivors_word};
    const gl::DebugGroup group("removal");
    compactor.run(request);
}

void Simulation::spawn() {
    const gl::PassScope scope(context_.passes, programs_->spawn_pass);
    bind();  // the compactor has bindings of its own
    programs_->place.dispatch({1, 1, 1});
    gl::command_barrier();
    const std::uint32_t most = std::min(submitted_->step.births, capacity_);
    programs_->spawn.dispatch(gl::Groups::over(most, shared::PARTICLE_THREADS));
    gl::storage_barrier();
}

void Simulation::hash() {
    const gl::PassScope scope(context_.passes, programs_->hash_pass);
    programs_->hash.dispatch_indirect(destination_.pool, groups_offset);
    gl::storage_barrier();
}

bool Simulation::settled() {
    if (!submitted_) return true;
    if (compactor_) {
        const auto progress = compactor_->progress();
        if (progress == compact::Progress::pending) return false;
        if (progress == compact::Progress::failed) fall_back();
    }
    finish_step();
    return true;
}

void Simulation::settle() {
    while (!settled()) std::this_thread::yield();
}

/// The source was simulated in place and the votes were cast, both in GL: the fallback begins where the other
/// did.
void Simulation::fall_back() {
    failure_ = compactor_->failure();
    const bool other_votes = compactor_->vote_format() != fallback_->vote_format();
    compactor_.reset();
    context_.passes.forget(programs_->hand_over_pass);
    submitted_->fell_back = true;
    bind();
    if (other_votes) vote(fallback_->vote_format());
    fallback_->reserve(capacity_);
    compact(*fallback_);
}

/// What follows the compactor, once it is known to have succeeded.
void Simulation::finish_step() {
    spawn();
    if (submitted_->hashed) hash();
    const Submitted done = *submitted_;
    submitted_.reset();
    std::swap(source_, destination_);
    ++next_step_;
    last_bound_ = done.bound;
    births_on_the_way_.push_back(done.step.births);
    figures_.submit(source_.pool, next_step_, done.hashed, done.fell_back);
    report_compaction();
}

void Simulation::report_compaction() {
    const auto times = (compactor_ ? compactor_ : fallback_)->times();
    if (times.scan) context_.passes.report(programs_->scan_pass, *times.scan);
    if (times.move) context_.passes.report(programs_->move_pass, *times.move);
    if (times.hand_over) context_.passes.report(programs_->hand_over_pass, *times.hand_over);
}

/// Figures that have arrived make the bound on the living tight, without waiting for those that have not.
void Simulation::note_arrived() {
    for (const Figures& figures : figures_.take()) {
        arrived_.push_back(figures);
        alive_known_ = figures.alive;
        births_on_the_way_.pop_front();
    }
}

std::vector<Figures> Simulation::take_figures() {
    note_arrived();
    return std::exchange(arrived_, {});
}

std::vector<Figures> Simulation::wait_figures() {
    settle();
    figures_.wait_for_all();
    return take_figures();
}

std::optional<ScanCheck> Simulation::check_scan() {
    if (!settled()) throw std::logic_error("check_scan needs a settled simulation");
    const compact::Compactor& compactor = compactor_ ? *compactor_ : *fallback_;
    const compact::Stages stages = compactor.stages();
    if (next_step_ == 0 || stages.offsets.buffer == nullptr) return std::nullopt;
    // After the swap the destination is what the last step read: its pool still says how many votes there
    // were.
    const auto pool = destination_.pool.read_all<shared::Pool>(1).front();
    ScanCheck check;
    check.step = next_step_;
    check.votes = std::min(pool.alive, last_bound_);
    if (check.votes == 0) return check;
    const auto words = compact::vote_words(compactor.vote_format(), check.votes);
    auto counts = votes_.read_all<std::uint32_t>(words);
    if (compactor.vote_format() == compact::VoteFormat::bits)
        for (std::uint32_t& word : counts) word = static_cast<std::uint32_t>(std::popcount(word));
    const auto offsets =
        stages.offsets.buffer->read_all<std::uint32_t>(words, stages.offsets.first * sizeof(std::uint32_t));
    std::vector<std::uint32_t> expected(words);
    scan::reference_scan(scan::Kind::exclusive, counts, expected);
    const auto difference = std::mismatch(expected.begin(), expected.end(), offsets.begin());
    if (difference.first != expected.end())
        check.first_mismatch = static_cast<std::uint32_t>(difference.first - expected.begin());
    return check;
}

Living Simulation::living() const {
    Living living{};
    for (std::size_t c = 0; c < living.columns.size(); ++c) living.columns[c] = &source_.columns[c];
    living.pool = &source_.pool;
    living.emitters = &emitters_;
    living.capacity = capacity_;
    return living;
}

std::uint64_t Simulation::memory_bytes() const {
    return bytes_for(capacity_);
}

void Simulation::poison_scratch(std::uint32_t word) {
    fallback_->poison_scratch(word);
    if (compactor_) compactor_->poison_scratch(word);
    votes_.fill(word);
    for (gl::Buffer& column : destination_.columns) column.fill(word);
}

}  // namespace winnow::particles
