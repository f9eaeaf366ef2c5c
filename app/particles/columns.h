// The attribute columns of a set of particles, and the pool that says which of them live.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "gl/buffer.h"
#include "shaders/shared.h"

namespace winnow::particles {

/// One particle as its columns hold it; the layout is stated in shaders/particles/particle.glsl.
struct Particle {
    static constexpr std::uint32_t bounced = 0x80000000;
    float position[3];
    std::uint32_t age;  // steps
    float velocity[3];
    std::uint32_t lifetime;  // steps
    std::uint32_t birth_step, ordinal, emitter;
    std::uint32_t bounces;  // how many; `bounced` is added if the last was in the step that made this state
    bool operator==(const Particle&) const = default;
};

struct ColumnSet {
    std::array<gl::Buffer, shared::PARTICLE_COLUMNS> columns;
    gl::Buffer pool;  // one shared::Pool

    static ColumnSet allocate(gl::MemoryProvider& memory, std::uint32_t capacity, std::string_view label);
    /// Columns at BIND_SOURCE..., pool at BIND_SOURCE_POOL.
    void bind_source() const;
    void bind_destination() const;
};

/// Elements [first, first + count) of a ring of `capacity`, read back.
std::vector<shared::uvec4> read_ring(const gl::Buffer& column, std::uint32_t first, std::uint32_t count,
                                     std::uint32_t capacity);

/// Bytes of the columns of one particle.
inline constexpr std::uint64_t particle_bytes =
    std::uint64_t{shared::PARTICLE_COLUMNS} * shared::COLUMN_BYTES;

}  // namespace winnow::particles
