// How many particles fit, and the living in columns of another capacity.
#include <cstddef>
#include <stdexcept>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "gl/fence.h"
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

}  // namespace

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

Room ample_room(const gl::Facts& facts, std::optional<std::uint64_t> free_bytes) {
    if (free_bytes) *free_bytes -= *free_bytes / share_left;
    return room_for(facts, 1, ample_bytes, free_bytes);
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
