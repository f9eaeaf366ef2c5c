#include "render/field.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <numeric>
#include <span>
#include <vector>

#include "particles/parameters.h"

namespace winnow::test {
namespace {

constexpr std::uint32_t lifetime = 120, kinds = 2, births_of_a_step = 97;

std::array<shared::Emitter, kinds> emitters() {
    effects::Emitter warm, cool;
    warm.color_begin = {6, 2.4f, 0.6f, 1};
    warm.color_end = {1.5f, 0.1f, 0.03f, 0.2f};
    warm.size_begin = 0.05f;
    warm.size_end = 0.02f;
    warm.stretch = 0.05f;
    cool.color_begin = {0.2f, 0.5f, 1.6f, 0.5f};
    cool.color_end = {0.5f, 0.1f, 0.9f, 0.05f};
    cool.size_begin = 0.05f;
    cool.size_end = 0.22f;
    warm.shading = 0.3f;
    cool.shading = 1;
    return {particles::to_gpu(warm, 60), particles::to_gpu(cool, 60)};
}

particles::Particle particle_of(std::uint32_t i, std::uint32_t alive) {
    const float way = (static_cast<float>(i) + 0.5f) / static_cast<float>(alive);
    const std::uint32_t kind = i % kinds;
    const float angle = way * 40 + (kind == 0 ? 0.0f : 3.1f);
    const float radius = (kind == 0 ? 0.4f : 0.9f) + 0.5f * std::sin(way * 17);
    const float height = 2.2f * (kind == 0 ? way : 1 - way) + 0.1f * std::sin(way * 400);
    const float turn = kind == 0 ? 1.5f : -0.5f;
    return {{radius * std::cos(angle), height, radius * std::sin(angle)},
            static_cast<std::uint32_t>(way * lifetime),
            {-turn * std::sin(angle), kind == 0 ? 2.0f : -0.5f, turn * std::cos(angle)},
            lifetime,
            1 + i / births_of_a_step,
            i % births_of_a_step,
            kind,
            0};
}

std::vector<std::uint32_t> in_order(std::uint32_t alive) {
    std::vector<std::uint32_t> order(alive);
    std::iota(order.begin(), order.end(), 0u);
    return order;
}

std::uint32_t roomy(std::uint32_t alive) {
    return alive + alive / 3 + 1;
}

/// Returns a key of the number that has the same order; see shaders/ordered_bits.glsl.
std::uint32_t key_of(float value) {
    constexpr std::uint32_t sign = 0x80000000;
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return (bits & sign) != 0 ? ~bits : bits | sign;
}

/// Widens the box of the living particles; see shared::Pool.
void include(shared::Pool& pool, const particles::Particle& p) {
    std::uint32_t* const low[] = {&pool.low_x, &pool.low_y, &pool.low_z};
    std::uint32_t* const high[] = {&pool.high_x, &pool.high_y, &pool.high_z};
    for (int axis = 0; axis < 3; ++axis) {
        *low[axis] = std::max(*low[axis], ~key_of(p.position[axis]));
        *high[axis] = std::max(*high[axis], key_of(p.position[axis]));
    }
}

shared::Pool pool_of(std::uint32_t first, std::uint32_t alive) {
    shared::Pool pool{};
    pool.first = first;
    pool.alive = alive;
    pool.draw_vertices = alive * shared::VERTICES_PER_PARTICLE;
    pool.draw_instances = 1;
    return pool;
}

}  // namespace

Field::Field(std::uint32_t alive, std::uint32_t capacity)
    : Field(in_order(alive), alive, capacity != 0 ? capacity : roomy(alive)) {}

Field::Field(const std::vector<std::uint32_t>& order)
    : Field(order, static_cast<std::uint32_t>(order.size()),
            roomy(static_cast<std::uint32_t>(order.size()))) {}

particles::Particle Field::particle(std::uint32_t i, std::uint32_t alive) {
    return particle_of(i, alive);
}

Field::Field(const std::vector<std::uint32_t>& numbers, std::uint32_t total, std::uint32_t capacity)
    : capacity_(capacity),
      memory_(gl::plain_memory()),
      columns_(particles::ColumnSet::allocate(*memory_, capacity_, "field")) {
    const auto alive = static_cast<std::uint32_t>(numbers.size());
    const std::uint32_t first = slot_of(0);
    std::array<std::vector<shared::uvec4>, shared::PARTICLE_COLUMNS> data;
    for (auto& column : data)
        column.resize(capacity_, {0x7FC00000, 0x7FC00000, 0x7FC00000, 1});  // NaN: not drawn
    shared::Pool pool = pool_of(first, alive);
    for (std::uint32_t i = 0; i < alive; ++i) {
        const particles::Particle p = particle(numbers[i], total);
        include(pool, p);
        std::array<shared::uvec4, shared::PARTICLE_COLUMNS> bits;
        static_assert(sizeof(bits) == sizeof(p));
        std::memcpy(bits.data(), &p, sizeof(p));
        for (std::size_t c = 0; c < data.size(); ++c) data[c][slot_of(i)] = bits[c];
    }
    for (std::uint32_t i = alive; i < capacity_; ++i) {  // dead particles leave an identity behind
        const particles::Particle p = particle(i - alive + (alive > 0 ? numbers.back() + 1 : 0), total);
        data.back()[slot_of(i)] = {p.birth_step, p.ordinal, p.emitter, p.bounces};
    }
    for (std::size_t c = 0; c < data.size(); ++c) columns_.columns[c].write_all(std::span(data[c]));
    columns_.pool.write_all(std::span(&pool, 1));
    const auto table = emitters();
    emitters_ = memory_->allocate(sizeof(table), "field: emitters");
    emitters_.write_all(std::span(table));
}

particles::Living Field::living() const {
    return {{&columns_.columns[0], &columns_.columns[1], &columns_.columns[2]},
            &columns_.pool,
            &emitters_,
            capacity_};
}

}  // namespace winnow::test
