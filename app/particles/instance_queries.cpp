#include "particles/instance_queries.h"

#include <cstring>

#include "gl/debug.h"
#include "gl/fence.h"
#include "particles/parameters.h"

namespace winnow::particles {

using gl::word_of;

InstanceQueries::InstanceQueries(gl::ShaderLibrary& shaders)
    : shaders_(shaders), count_(shaders.load_compute("particles/instances.comp#count", column_defines(0))) {}

/// Results that are on their way are lost.
void InstanceQueries::reserve(std::uint32_t instances) {
    if (instances <= room_) return;
    room_ = std::max(instances, 2 * room_);
    const std::uint64_t bytes = std::uint64_t{room_} * sizeof(shared::InstanceFigures);
    figures_ = gl::plain_memory()->allocate(bytes, "particles: figures of instances");
    ring_ = std::make_unique<gl::ReadbackRing>(slots, bytes, "particles: figures of instances on their way");
    on_the_way_.clear();
}

void InstanceQueries::count(const QueriedParticles& particles) {
    if (counted_ == particles.step) return;
    poll();
    reserve(particles.instances.count());
    if (!ring_->has_room()) return;
    const gl::DebugGroup group("figures of instances");
    counted_ = particles.step;
    figures_.fill(0);
    particles.newest.bind_source();
    figures_.bind_storage(shared::BIND_INSTANCE_FIGURES);
    particles.instances.births().buffer().bind_storage(shared::BIND_BIRTHS);
    count_.set("instances", particles.instances.count());
    count_.dispatch(
        gl::Groups::over(std::max(particles.bound, particles.instances.count()), shared::PARTICLE_THREADS));
    gl::readback_barrier();
    ring_->submit(figures_);
    on_the_way_.push_back(particles.step);
}

void InstanceQueries::wait() {
    if (ring_) ring_->wait_for_all();
}

void InstanceQueries::poll() {
    if (!ring_) return;
    for (; const std::byte* all = ring_->arrived(); ring_->taken()) {
        newest_.resize(room_);
        std::memcpy(newest_.data(), all, newest_.size() * sizeof(shared::InstanceFigures));
        arrived_ = on_the_way_.front();
        on_the_way_.pop_front();
    }
}

std::optional<InstanceQueries::Figures> InstanceQueries::of(std::uint32_t row) {
    poll();
    if (row >= newest_.size()) return std::nullopt;
    const shared::InstanceFigures& one = newest_[row];
    Figures figures{arrived_, one.alive, one.dropped, {}};
    if (one.alive > 0)
        figures.bounds = box_of_keys({one.low_x, one.low_y, one.low_z}, {one.high_x, one.high_y, one.high_z});
    return figures;
}

ColumnSet InstanceQueries::take_out(std::uint32_t row, const QueriedParticles& particles,
                                    compact::Compactor& compactor, gl::MemoryProvider& memory) {
    const compact::VoteFormat format = compactor.vote_format();
    gl::Program& vote = vote_[format == compact::VoteFormat::bits ? 1 : 0];
    gl::Defines defines = column_defines(0);
    defines.emplace_back("VOTE_BITS", gl::define_flag(format == compact::VoteFormat::bits));
    vote = shaders_.load_compute("particles/instances.comp#vote", defines);
    const std::uint32_t planes = particles.newest.planes;
    ColumnSet taken = ColumnSet::allocate(memory, particles.capacity, planes, "particles: of an instance");
    taken.pool.fill(0);
    if (particles.bound == 0) return taken;
    const gl::Buffer votes = memory.allocate(compact::vote_words(format, particles.capacity) * gl::word_bytes,
                                             "particles: votes for an instance");
    particles.newest.bind_source();
    votes.bind_storage(shared::BIND_VOTES);
    vote.set("chosen", row);
    vote.dispatch(gl::Groups::over(particles.bound, shared::PARTICLE_THREADS));
    gl::storage_barrier();
    std::vector<compact::Column> columns(taken.columns.size());
    for (std::size_t c = 0; c < columns.size(); ++c)
        columns[c] = {&particles.newest.columns[c], &taken.columns[c], c == attribute_column ? planes : 1};
    compact::Request request;
    request.votes = {&votes, 0};
    request.columns = columns;
    request.capacity = particles.capacity;
    request.bound = particles.bound;
    request.first = {&particles.newest.pool, word_of(offsetof(shared::Pool, first))};
    request.count = {&particles.newest.pool, word_of(offsetof(shared::Pool, alive))};
    request.survivors = {&taken.pool, word_of(offsetof(shared::Pool, alive))};
    compactor.reserve(particles.capacity);
    compactor.run(request);
    compact::wait(compactor);
    gl::finish();  // the votes are freed
    return taken;
}

}  // namespace winnow::particles
