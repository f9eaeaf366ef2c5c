#include "particles/columns.h"

#include <fmt/format.h>

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

}  // namespace winnow::particles
