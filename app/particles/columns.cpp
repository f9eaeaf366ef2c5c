#include "particles/columns.h"

#include <fmt/format.h>

#include <algorithm>

namespace winnow::particles {

static_assert(sizeof(Particle) == particle_bytes);

ColumnSet ColumnSet::allocate(gl::MemoryProvider& memory, std::uint32_t capacity, std::string_view label) {
    constexpr std::array<std::string_view, shared::PARTICLE_COLUMNS> names{"position", "velocity",
                                                                           "identity"};
    ColumnSet set;
    for (std::size_t c = 0; c < set.columns.size(); ++c)
        set.columns[c] = memory.allocate(std::uint64_t{capacity} * shared::COLUMN_BYTES,
                                         fmt::format("particles: {} {}", label, names[c]));
    set.pool = memory.allocate(sizeof(shared::Pool), fmt::format("particles: {} pool", label));
    set.pool.fill(0);
    return set;
}

void ColumnSet::bind_source() const {
    for (std::uint32_t c = 0; c < columns.size(); ++c) columns[c].bind_storage(shared::BIND_SOURCE + c);
    pool.bind_storage(shared::BIND_SOURCE_POOL);
}

void ColumnSet::bind_destination() const {
    for (std::uint32_t c = 0; c < columns.size(); ++c) columns[c].bind_storage(shared::BIND_DESTINATION + c);
    pool.bind_storage(shared::BIND_DESTINATION_POOL);
}

std::vector<shared::uvec4> read_ring(const gl::Buffer& column, std::uint32_t first, std::uint32_t count,
                                     std::uint32_t capacity) {
    const std::uint32_t before_end = std::min(count, capacity - first);
    auto elements = column.read_all<shared::uvec4>(before_end, std::uint64_t{first} * shared::COLUMN_BYTES);
    const auto wrapped = column.read_all<shared::uvec4>(count - before_end);
    elements.insert(elements.end(), wrapped.begin(), wrapped.end());
    return elements;
}

}  // namespace winnow::particles
