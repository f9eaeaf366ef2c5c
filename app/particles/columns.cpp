#include "particles/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <utility>

#include "base/text.h"
#include "effects/compile/compiled_effect.h"
#include "effects/compile/stack_words.h"
#include "gl/context.h"
#include "gl/fence.h"
#include "particles/parameters.h"
#include "particles/programs.h"

namespace winnow::particles {
namespace {

/// The bytes that one particle needs with any compactor and any drawing: two sets of columns and those that
/// are kept, with two elements more, a vote and an offset, the child count, the lists of culling, of sorting
/// and of the cached order, and as much again for frames and scratch.
constexpr std::uint64_t list_words = 5;
constexpr std::uint64_t ample_words = 2 + 1 + 2 * list_words;
constexpr std::uint64_t max_sets = 3;
std::uint64_t ample_bytes(std::uint32_t planes) {
    const std::uint64_t elements = std::max(shared::MAX_PARTICLE_COLUMNS, shared::PARTICLE_COLUMNS + planes);
    return (max_sets * elements + kept_beside) * shared::COLUMN_BYTES + ample_words * sizeof(std::uint32_t);
}
constexpr std::uint64_t share_left = 4;  // a quarter of the free memory is left to others

static_assert(sizeof(Particle) == particle_bytes);

}  // namespace

bool State::in_order() const {
    const std::uint32_t oldest = static_cast<std::uint32_t>(step) + 1;  // the low word of steps begins anew
    const auto is_before = [oldest](const shared::uvec4& a, const shared::uvec4& b) {
        return std::pair(a.x - oldest, a.y) < std::pair(b.x - oldest, b.y);  // step of birth, ordinal
    };
    return std::ranges::is_sorted(columns[identity_column], is_before);
}

ColumnSet ColumnSet::allocate(gl::MemoryProvider& memory, std::uint32_t capacity, std::uint32_t planes,
                              std::string_view label, std::optional<std::uint32_t> words) {
    constexpr std::array<std::string_view, shared::MAX_PARTICLE_COLUMNS> names{"position", "velocity",
                                                                               "identity", "attributes"};
    ColumnSet set;
    set.planes = planes;
    const std::uint64_t attribute_bytes =
        words ? *words * sizeof(std::uint32_t) : std::uint64_t{planes} * shared::COLUMN_BYTES;
    for (std::uint32_t c = 0; c < columns_with(planes); ++c)
        set.columns.push_back(
            memory.allocate(capacity * (c == attribute_column ? attribute_bytes : shared::COLUMN_BYTES),
                            fmt::format("particles: {} {}", label, names[c])));
    set.pool = memory.allocate(sizeof(shared::Pool), fmt::format("particles: {} pool", label));
    set.pool.fill(0);
    return set;
}

const gl::Buffer& ColumnSet::buffer_of(std::size_t element) const {
    return columns[std::min(element, columns.size() - 1)];
}

std::uint64_t ColumnSet::begin_of(std::size_t element, std::uint32_t capacity) {
    return (element - std::min(element, attribute_column)) * capacity * shared::COLUMN_BYTES;
}

void ColumnSet::bind_source() const {
    for (std::uint32_t c = 0; c < columns.size(); ++c) columns[c].bind_storage(shared::BIND_SOURCE + c);
    pool.bind_storage(shared::BIND_SOURCE_POOL);
}

void ColumnSet::bind_destination() const {
    for (std::uint32_t c = 0; c < columns.size(); ++c) columns[c].bind_storage(shared::BIND_DESTINATION + c);
    pool.bind_storage(shared::BIND_DESTINATION_POOL);
}

std::vector<shared::uvec4> read_ring(const ColumnSet& set, std::size_t element, std::uint32_t first,
                                     std::uint32_t count, std::uint32_t capacity) {
    const gl::Buffer& column = set.buffer_of(element);
    const std::uint64_t begin = ColumnSet::begin_of(element, capacity);
    const std::uint32_t before_end = std::min(count, capacity - first);
    auto elements =
        column.read_all<shared::uvec4>(before_end, begin + std::uint64_t{first} * shared::COLUMN_BYTES);
    const auto wrapped = column.read_all<shared::uvec4>(count - before_end, begin);
    elements.insert(elements.end(), wrapped.begin(), wrapped.end());
    return elements;
}

std::vector<Particle> read_particles(const ColumnSet& set, std::uint32_t begin, std::uint32_t count,
                                     std::uint32_t capacity) {
    const auto first = static_cast<std::uint32_t>((std::uint64_t{set.read_pool().first} + begin) % capacity);
    std::vector<Particle> particles(count);
    for (std::uint32_t c = 0; c < shared::PARTICLE_COLUMNS; ++c) {
        const auto column = read_ring(set, c, first, count, capacity);
        for (std::uint32_t i = 0; i < count; ++i)
            std::memcpy(reinterpret_cast<std::byte*>(&particles[i]) + c * shared::COLUMN_BYTES, &column[i],
                        shared::COLUMN_BYTES);
    }
    return particles;
}

Storage::Storage(gl::MemoryProvider& provider, std::uint32_t particles, std::uint32_t planes)
    : memory(provider),
      capacity(particles),
      source(ColumnSet::allocate(memory, capacity, planes, "A")),
      destination(ColumnSet::allocate(memory, capacity, planes, "B")),
      spare_pool(gl::plain_memory()->allocate(sizeof(shared::Pool), "particles: spare pool")) {}

void copy_living(const ColumnSet& from, std::uint32_t from_capacity, const ColumnSet& to,
                 std::uint32_t to_capacity, bool keep_newest, Programs& programs, Packing packing) {
    from.bind_source();
    to.bind_destination();
    programs.resize_pool(to_capacity);
    const gl::Program& resize = programs.resize(std::min(from.planes, to.planes), packing);
    resize.set("old_capacity", from_capacity);
    resize.set("new_capacity", to_capacity);
    resize.set("keep_newest", keep_newest ? 1 : 0);
    resize.dispatch_indirect(to.pool, offsetof(shared::Pool, groups_x));
    gl::storage_barrier();
}

void Storage::take_living(const ColumnSet& from, std::uint32_t from_capacity, bool keep_newest,
                          Programs& programs, Packing packing) const {
    copy_living(from, from_capacity, source, capacity, keep_newest, programs, packing);
    programs.refit(source.pool, capacity);
}

void Storage::write_living(const State& state, bool keep_newest) const {
    const std::uint32_t kept = std::min(state.alive(), capacity);
    const std::uint32_t skipped = keep_newest ? state.alive() - kept : 0;
    for (std::size_t c = 0; c < state.columns.size(); ++c)
        destination.buffer_of(c).write_all(std::span(state.columns[c]).subspan(skipped, kept),
                                           ColumnSet::begin_of(c, capacity));
    shared::Pool saved{};
    saved.alive = state.alive();
    saved.shrunk = state.shrunk;
    saved.step = static_cast<std::uint32_t>(state.step);
    spare_pool.write_all(std::span(&saved, 1));
}

/// The particles are already in place; their counts are taken over as from a pool of another capacity.
void Storage::adopt_written(const Programs& programs) {
    std::swap(source, destination);
    destination.pool.fill(0);
    spare_pool.bind_storage(shared::BIND_SOURCE_POOL);
    source.bind_destination();
    programs.resize_pool(capacity);
    programs.refit(source.pool, capacity);
}

State Storage::read() const {
    const shared::Pool pool = source.read_pool();
    State state;
    state.columns.resize(source.elements());
    state.shrunk = pool.shrunk;
    for (std::size_t c = 0; c < state.columns.size(); ++c)
        state.columns[c] = read_ring(source, c, pool.first, pool.alive, capacity);
    return state;
}

void ensure(SharedBuffer& buffer, gl::MemoryProvider& memory, std::uint64_t bytes, std::string_view label) {
    if (!buffer || buffer->bytes() < bytes)
        buffer = std::make_shared<gl::Buffer>(memory.allocate(bytes, label));
}

AttributeNeed attribute_need(const effects::CompiledEffect& compiled) {
    AttributeNeed need;
    for (std::size_t i = 0; i < compiled.stacks.size(); ++i)
        if (const auto words = effects::words_of(effects::stored_of(compiled.stacks[i])); words > need.words)
            need = {words, compiled.effect.emitters[i].name};
    return need;
}

Room room_for(const gl::Facts& facts, const AttributeNeed& need, std::uint64_t particles, std::uint64_t bytes,
              std::optional<std::uint64_t> available) {
    const std::uint64_t planes = std::max(effects::planes_for(need.words), 1u);
    const std::string because =
        planes > 1 ? fmt::format(" for the {} attribute words of \"{}\"", need.words, need.emitter) : "";
    Room room{shared::MAX_CAPACITY / planes, "the limit of 2^31 bytes per column" + because};
    const std::uint64_t block = facts.limits.storage_block_bytes;
    if (const std::uint64_t fit = block / (planes * shared::COLUMN_BYTES); fit < room.most)
        room = {fit, fmt::format("GL_MAX_SHADER_STORAGE_BLOCK_SIZE of {}{}", bytes_text(block), because)};
    if (!available) return room;
    if (const std::uint64_t fit = *available / bytes * particles; fit < room.most)
        room = {fit, fmt::format("free memory of {}", bytes_text(*available))};
    return room;
}

Room ample_room(const gl::Facts& facts, const AttributeNeed& need, std::optional<std::uint64_t> free_bytes) {
    if (free_bytes) *free_bytes -= *free_bytes / share_left;
    return room_for(facts, need, 1, ample_bytes(effects::planes_for(need.words)), free_bytes);
}

double step_bytes(std::uint32_t alive, std::uint32_t born, std::uint32_t died, std::uint32_t planes) {
    const double survivors = double(alive) - born, alive_before = survivors + died;
    return (alive_before + survivors + born) *
           static_cast<double>(particle_bytes + std::uint64_t{planes} * shared::COLUMN_BYTES);
}

}  // namespace winnow::particles
