// How many particles fit, and the living in columns of another capacity.
#include <cstddef>
#include <stdexcept>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "gl/barrier.h"
#include "particles/programs.h"
#include "particles/simulation.h"

namespace winnow::particles {
namespace {

/// Of one particle, whatever removes and draws it: two sets of columns, a vote and an offset, children's
/// count, what drawing culled, sorted and found again takes, and as much again for pictures and scratch.
constexpr std::uint64_t list_words = 5;
constexpr std::uint64_t ample_words = 2 + 1 + 2 * list_words;
constexpr std::uint64_t ample_bytes = 2 * particle_bytes + ample_words * sizeof(std::uint32_t);
constexpr std::uint64_t share_left = 4;  // a quarter of the free memory is left to others

/// `bytes`: of `particles` of them; `available`: of free memory.
Room room_for(const gl::Facts& facts, std::uint64_t particles, std::uint64_t bytes,
              std::optional<std::uint64_t> available) {
    Room room{shared::MAX_CAPACITY, "the limit of 2^31 bytes a column"};
    if (const std::uint64_t fit = facts.limits.storage_block_bytes / shared::COLUMN_BYTES; fit < room.most)
        room = {fit, fmt::format("GL_MAX_SHADER_STORAGE_BLOCK_SIZE of {}",
                                 bytes_text(facts.limits.storage_block_bytes))};
    if (!available) return room;
    if (const std::uint64_t fit = *available / bytes * particles; fit < room.most)
        room = {fit, fmt::format("free memory of {}", bytes_text(*available))};
    return room;
}

}  // namespace

Room ample_room(const gl::Facts& facts, std::optional<std::uint64_t> free_bytes) {
    if (free_bytes) *free_bytes -= *free_bytes / share_left;
    return room_for(facts, 1, ample_bytes, free_bytes);
}

/// What a capacity takes: columns, votes and as many offsets unless the step is folded, and children's counts
/// where there are any.
std::uint64_t Simulation::bytes_for(std::uint32_t capacity, bool children) const {
    const std::uint64_t votes = folds() ? 0 : 2 * compact::vote_words(compactor().vote_format(), capacity);
    const std::uint64_t words = votes + (children ? capacity : 0);
    return capacity * 2 * particle_bytes + words * sizeof(std::uint32_t);
}

void Simulation::check_capacity(std::uint32_t capacity) const {
    constexpr std::uint32_t sample = 32;  // a whole word of votes in either format
    const Room room =
        room_for(context_.facts, sample, bytes_for(sample, has_children()), context_.facts.free_bytes());
    if (capacity == 0 || capacity > room.most)
        bad_input("capacity: must be 1 to {} particles on this device ({}), not {}", room.most, room.limit,
                  capacity);
}

void Simulation::set_capacity(std::uint32_t capacity, gl::MemoryProvider& memory) {
    if (!settled()) throw std::logic_error("set_capacity needs a settled simulation");
    check_capacity(capacity);
    source_is_kept_ = false;
    ColumnSet old = std::move(source_);
    const std::uint32_t old_capacity = capacity_;
    gl::MemoryProvider* const old_memory = std::exchange(memory_, &memory);
    destination_ = {};  // holds nothing between steps: only one old set and the new are held at once
    votes_ = {};
    children_ = {};
    try {
        allocate(capacity);
    } catch (...) {
        memory_ = old_memory;
        source_ = std::move(old);
        destination_ = ColumnSet::allocate(*memory_, old_capacity, "B");
        capacity_ = old_capacity;
        allocate_scratch();
        throw;
    }
    resize(old, old_capacity);
}

/// From the pool that is bound as the source to the one bound as the destination.
void Simulation::resize_pool() const {
    programs_->resize_pool.set("new_capacity", capacity_);
    programs_->resize_pool.dispatch({1, 1, 1});
    gl::command_barrier();
}

void Simulation::resize(const ColumnSet& old, std::uint32_t old_capacity) {
    const gl::PassScope scope(context_.passes, programs_->resize_pass);
    bind();
    old.bind_source();
    source_.bind_destination();
    resize_pool();
    programs_->resize.set("old_capacity", old_capacity);
    programs_->resize.set("keep_newest", keeps_newest() ? 1 : 0);
    programs_->resize.dispatch_indirect(source_.pool, offsetof(shared::Pool, groups_x));
    gl::storage_barrier();
    refit(source_.pool);
}

}  // namespace winnow::particles
