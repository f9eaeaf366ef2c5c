// The memory of particles: their attribute columns, the pool that says which of them are alive, and the
// number that fits.
#pragma once

#include <glm/glm.hpp>

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "gl/buffer.h"
#include "shaders/shared.h"

namespace winnow::gl {
struct Facts;
}
namespace winnow::effects {
struct CompiledEffect;
}

namespace winnow::particles {

class Programs;

/// A place and a scale, and a turn, as rows of the table of numbers have them.
using SpaceRows = std::array<glm::vec4, 2>;

/// One particle as the columns hold it; shaders/particles/particle.glsl defines the layout.
struct Particle {
    static constexpr std::uint32_t bounced = shared::BOUNCED;
    float position[3];
    std::uint32_t age;  // steps
    float velocity[3];
    std::uint32_t lifetime;  // steps
    std::uint32_t birth_step, ordinal, emitter;
    std::uint32_t bounces;  // number of bounces; `bounced` is added if the last one was in the step that made
                            // this state, and shared::SIGNALLED if a module called signal() in it

    std::uint32_t bounce_count() const { return bounces & ~(shared::BOUNCED | shared::SIGNALLED); }
    bool operator==(const Particle&) const = default;
};

/// The name of a particle in its run: no other has it within 2^32 steps.
struct Identity {
    std::uint32_t birth_step = 0;  // the low word
    std::uint32_t ordinal = 0;     // among the births of that step
    auto operator<=>(const Identity&) const = default;
};

inline glm::vec3 vector_of(const float (&numbers)[3]) {
    return {numbers[0], numbers[1], numbers[2]};
}

/// Bytes of the columns of one particle without attributes.
inline constexpr std::uint64_t particle_bytes =
    std::uint64_t{shared::PARTICLE_COLUMNS} * shared::COLUMN_BYTES;

/// Returns the bytes that a step must read and write at least: each particle before it is read, and each
/// after it written, once. `alive`: after the step; `planes`: of attributes.
double step_bytes(std::uint32_t alive, std::uint32_t born, std::uint32_t died, std::uint32_t planes);

// The columns by their number; the last, which may have several planes, is there only if particles have
// attributes.
inline constexpr std::size_t position_column = 0, velocity_column = 1, identity_column = 2,
                             attribute_column = 3;

/// Together with effect, seed, density and capacity, this determines all further steps of a run.
struct State {
    std::uint64_t step = 0;    // steps made
    std::uint32_t shrunk = 0;  // lost to a smaller capacity since; the next step counts them as died
    std::vector<std::uint64_t> fractions;  // Emission::fractions(): fractions of births, one per emitter
    std::vector<std::uint32_t> slots;      // one per emitter, all different; see slots.h
    std::uint32_t slot_count = 0;          // above all slots, those of the living particles among them
    std::vector<SpaceRows> spaces;         // Spaces::save()
    /// Words of the living particles, in their order: PARTICLE_COLUMNS and the planes of attributes.
    std::vector<std::vector<shared::uvec4>> columns{shared::PARTICLE_COLUMNS};

    std::uint32_t alive() const { return static_cast<std::uint32_t>(columns.front().size()); }
    /// True if the living particles lie in the order of their births; every compactor but the unordered one
    /// keeps it.
    bool in_order() const;
};

/// Returns how many columns particles have whose attributes take so many planes.
constexpr std::uint32_t columns_with(std::uint32_t planes) {
    return shared::PARTICLE_COLUMNS + (planes > 0 ? 1 : 0);
}

struct ColumnSet {
    std::vector<gl::Buffer> columns;
    std::uint32_t planes = 0;  // of attributes, all in the last column
    gl::Buffer pool;           // one shared::Pool

    /// `words`: of a particle's attributes, for which there is room; those of all planes unless they are
    /// packed.
    static ColumnSet allocate(gl::MemoryProvider& memory, std::uint32_t capacity, std::uint32_t planes,
                              std::string_view label, std::optional<std::uint32_t> words = std::nullopt);
    static constexpr std::uint64_t bytes_for(std::uint32_t capacity, std::uint32_t planes) {
        return std::uint64_t{capacity} * (shared::PARTICLE_COLUMNS + planes) * shared::COLUMN_BYTES +
               sizeof(shared::Pool);
    }
    /// Returns the uvec4 of a particle: one of each column, and those of further planes.
    std::uint32_t elements() const { return shared::PARTICLE_COLUMNS + planes; }
    /// Returns the buffer of an element, and where its plane begins in it.
    const gl::Buffer& buffer_of(std::size_t element) const;
    static std::uint64_t begin_of(std::size_t element, std::uint32_t capacity);
    /// Binds the columns at BIND_SOURCE... and the pool at BIND_SOURCE_POOL.
    void bind_source() const;
    void bind_destination() const;
    shared::Pool read_pool() const { return pool.read_all<shared::Pool>(1).front(); }
};

/// Reads back the elements [first, first + count) of a ring of `capacity`, one of each particle.
std::vector<shared::uvec4> read_ring(const ColumnSet& set, std::size_t element, std::uint32_t first,
                                     std::uint32_t count, std::uint32_t capacity);

/// Reads back living particles, so many from one on, by their place in the order of the living.
std::vector<Particle> read_particles(const ColumnSet& set, std::uint32_t begin, std::uint32_t count,
                                     std::uint32_t capacity);

/// The side of a copy whose attributes are packed, and how many words of them it holds; see Checkpoint.
struct Packing {
    enum class Side { none, source, destination } side = Side::none;
    std::uint32_t words = 0;
};

/// Copies the living particles of a ring of `from_capacity` to the front of columns of `to_capacity` that
/// hold none, on the GPU, and writes their pool. If not all fit, keeps the newest or the oldest. Planes that
/// only the destination has hold anything.
void copy_living(const ColumnSet& from, std::uint32_t from_capacity, const ColumnSet& to,
                 std::uint32_t to_capacity, bool keep_newest, Programs& programs, Packing packing = {});

/// The memory for `capacity` particles. The living particles are a ring in `source`. A step packs the
/// survivors into `destination`, places births behind them, and swaps the two; `destination` then keeps the
/// step's input until it is written to again.
struct Storage {
    /// Throws as MemoryProvider::allocate does. The provider must outlive this object.
    Storage(gl::MemoryProvider& provider, std::uint32_t particles, std::uint32_t planes);

    std::uint32_t planes() const { return source.planes; }

    /// Replaces the living particles by those of a ring of another capacity or with other planes; see
    /// copy_living().
    void take_living(const ColumnSet& from, std::uint32_t from_capacity, bool keep_newest, Programs& programs,
                     Packing packing = {}) const;
    /// Writes the living particles of a state, as many as fit, to columns that hold no living particles.
    void write_living(const State& state, bool keep_newest) const;
    /// Makes the particles that write_living() wrote last the living ones.
    void adopt_written(const Programs& programs);
    /// Reads back the living particles and the number of lost ones.
    State read() const;

    gl::MemoryProvider& memory;
    const std::uint32_t capacity;
    ColumnSet source, destination;
    gl::Buffer spare_pool;  // pool of a state before it is adopted, or of counts that are discarded
};

/// A buffer that a simulation shares with a change of it that is being prepared.
using SharedBuffer = std::shared_ptr<gl::Buffer>;
/// Replaces the buffer if it is absent or smaller than `bytes`.
void ensure(SharedBuffer& buffer, gl::MemoryProvider& memory, std::uint64_t bytes, std::string_view label);

/// The largest number of particles that fits, and the limit that sets it.
struct Room {
    std::uint64_t most;
    std::string limit;
};
/// The emitter whose particles have the most attributes.
struct AttributeNeed {
    std::uint32_t words = 0;
    std::string emitter;
};
AttributeNeed attribute_need(const effects::CompiledEffect& compiled);

/// Returns the room for a default capacity: it suffices for any compactor and any drawing and leaves some of
/// the free memory to others. `free_bytes`: the value of Facts::free_bytes().
Room ample_room(const gl::Facts& facts, const AttributeNeed& need, std::optional<std::uint64_t> free_bytes);

/// Returns the room for a capacity that was asked for, if `particles` take `bytes` of `available` free
/// memory.
Room room_for(const gl::Facts& facts, const AttributeNeed& need, std::uint64_t particles, std::uint64_t bytes,
              std::optional<std::uint64_t> available);

/// There is no room for a capacity that was asked for.
class CapacityError : public Error {
  public:
    explicit CapacityError(const std::string& message) : Error(ExitStatus::bad_input, message) {}
};

}  // namespace winnow::particles
