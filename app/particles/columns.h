// Where particles lie: their attribute columns, the pool that says which of them live, and how many fit.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gl/buffer.h"
#include "shaders/shared.h"

namespace winnow::gl {
struct Facts;
}

namespace winnow::particles {

class Programs;

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

/// Bytes of the columns of one particle.
inline constexpr std::uint64_t particle_bytes =
    std::uint64_t{shared::PARTICLE_COLUMNS} * shared::COLUMN_BYTES;

/// The further steps of a run are a function of this, and of effect, seed, density and capacity.
struct State {
    std::uint64_t step = 0;    // steps made
    std::uint32_t shrunk = 0;  // lost to a smaller capacity since; the next step counts them as died
    std::vector<std::uint64_t> fractions;  // Emission::fractions(): of births, one an emitter
    std::array<std::vector<shared::uvec4>, shared::PARTICLE_COLUMNS>
        columns;  // of the living, in their order

    std::uint32_t alive() const { return static_cast<std::uint32_t>(columns.front().size()); }
    /// True if the living lie in the order of their births, as all compactors but the unordered leave them.
    bool in_order() const;
};

struct ColumnSet {
    std::array<gl::Buffer, shared::PARTICLE_COLUMNS> columns;
    gl::Buffer pool;  // one shared::Pool

    static ColumnSet allocate(gl::MemoryProvider& memory, std::uint32_t capacity, std::string_view label);
    /// Columns at BIND_SOURCE..., pool at BIND_SOURCE_POOL.
    void bind_source() const;
    void bind_destination() const;
    shared::Pool read_pool() const { return pool.read_all<shared::Pool>(1).front(); }
};

/// Elements [first, first + count) of a ring of `capacity`, read back.
std::vector<shared::uvec4> read_ring(const gl::Buffer& column, std::uint32_t first, std::uint32_t count,
                                     std::uint32_t capacity);

/// Memory for `capacity` particles. The living are a ring in `source`. A step packs the survivors into
/// `destination`, gives birth behind them, and swaps the two; the destination then keeps what the step read,
/// until something else is written there.
struct Storage {
    /// Throws as MemoryProvider::allocate. The provider outlives this.
    Storage(gl::MemoryProvider& provider, std::uint32_t particles);

    /// Takes over the living of another capacity; if not all fit, the newest or the oldest.
    void take_living(const Storage& old, bool keep_newest, const Programs& programs) const;
    /// Writes the living of a state, of which as many are kept as fit, where nobody lives.
    void write_living(const State& state, bool keep_newest) const;
    /// Makes those the living that write_living() wrote last.
    void adopt_written(const Programs& programs);
    /// The living and how many were lost, read back.
    State read() const;

    gl::MemoryProvider& memory;
    const std::uint32_t capacity;
    ColumnSet source, destination;
    gl::Buffer spare_pool;  // of no particles: a state's before it is adopted, or what counts for nobody
};

/// A buffer that a simulation shares with a change of it that is being prepared.
using SharedBuffer = std::shared_ptr<gl::Buffer>;
/// Puts another buffer in the place of one that is absent or smaller than `bytes`.
void ensure(SharedBuffer& buffer, gl::MemoryProvider& memory, std::uint64_t bytes, std::string_view label);

/// No more particles than `most` fit, because of the limit.
struct Room {
    std::uint64_t most;
    std::string limit;
};
/// The room for a capacity that nobody asked for: it suffices whatever removes and draws the particles, and
/// leaves some of the free memory to others. `free_bytes`: what Facts::free_bytes() says.
Room ample_room(const gl::Facts& facts, std::optional<std::uint64_t> free_bytes);

/// The room for a capacity that was asked for, where `particles` take `bytes` of `available` free memory.
Room room_for(const gl::Facts& facts, std::uint64_t particles, std::uint64_t bytes,
              std::optional<std::uint64_t> available);

}  // namespace winnow::particles
