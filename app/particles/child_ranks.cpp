#include "particles/child_ranks.h"

#include <algorithm>
#include <utility>

#include "gl/fence.h"
#include "particles/parameters.h"

namespace winnow::particles {
namespace {

constexpr std::uint32_t max_groups = 4096;  // each thread takes several children of many

}  // namespace

ChildRanks::ChildRanks(const gl::Facts& facts, gl::ShaderLibrary& shaders, std::unique_ptr<scan::Scan> scan)
    : list_(shaders.load_compute("particles/child_ranks.comp#list", column_defines(0))),
      rank_(shaders.load_compute("particles/child_ranks.comp#rank", column_defines(0))),
      sort_(facts, shaders, std::move(scan)) {}

void ChildRanks::reserve(gl::MemoryProvider& memory, std::uint32_t capacity) {
    const std::uint64_t bytes = std::uint64_t{capacity} * gl::word_bytes;
    if (keys_.bytes() >= bytes) return;
    for (gl::Buffer* buffer : {&keys_, &numbers_, &other_keys_, &other_numbers_})
        *buffer = memory.allocate(bytes, "particles: children by instance");
    sort_.reserve(capacity);
}

void ChildRanks::bind(const ColumnSet& source, const ColumnSet& destination,
                      const gl::Buffer& offsets) const {
    source.bind_source();
    destination.bind_destination();
    offsets.bind_storage(shared::BIND_CHILDREN);
    keys_.bind_storage(shared::BIND_CHILD_KEYS);
    numbers_.bind_storage(shared::BIND_CHILD_NUMBERS);
}

void ChildRanks::run(const ColumnSet& source, const ColumnSet& destination, const gl::Buffer& offsets,
                     std::uint32_t bound, std::uint32_t instances) {
    const auto all = gl::Groups::over(bound, shared::PARTICLE_THREADS);
    const gl::Groups groups{std::min(all.x, max_groups)};
    bind(source, destination, offsets);
    list_.dispatch(groups);
    gl::storage_barrier();
    sort::Request request;
    request.pairs = {{&keys_, 0}, {&numbers_, 0}};
    request.scratch = {{&other_keys_, 0}, {&other_numbers_, 0}};
    request.bound = bound;
    request.count = {&destination.pool, gl::word_of(offsetof(shared::Pool, children))};
    request.bits = instances <= 1u << 16 ? 16 : 32;
    sort_.run(request);
    bind(source, destination, offsets);
    rank_.dispatch(groups);
    gl::storage_barrier();
}

}  // namespace winnow::particles
