#include "verify/sprite_set.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "particles/parameters.h"

namespace winnow::verify {
namespace {

using particles::Particle;

std::uint32_t capacity_for(const std::vector<Particle>& living, const std::vector<Particle>& dead) {
    return std::max(1u, static_cast<std::uint32_t>(living.size() + dead.size()));
}

/// Returns a key of the number that has the same order; see shaders/ordered_bits.glsl.
std::uint32_t key_of(float value) {
    constexpr std::uint32_t sign = 0x80000000;
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return (bits & sign) != 0 ? ~bits : bits | sign;
}

/// Widens the box of the living particles; see shared::Pool.
void include(shared::Pool& pool, const Particle& p) {
    std::uint32_t* const low[] = {&pool.low_x, &pool.low_y, &pool.low_z};
    std::uint32_t* const high[] = {&pool.high_x, &pool.high_y, &pool.high_z};
    for (int axis = 0; axis < 3; ++axis) {
        *low[axis] = std::max(*low[axis], ~key_of(p.position[axis]));
        *high[axis] = std::max(*high[axis], key_of(p.position[axis]));
    }
}

shared::Pool pool_of(const std::vector<Particle>& living, std::uint32_t first) {
    shared::Pool pool{};
    pool.first = first;
    pool.alive = static_cast<std::uint32_t>(living.size());
    pool.draw_vertices = pool.alive * shared::VERTICES_PER_PARTICLE;
    pool.draw_instances = 1;
    const gl::Groups groups = gl::Groups::over(pool.alive, shared::PARTICLE_THREADS);
    pool.groups_x = groups.x;
    pool.groups_y = groups.y;
    pool.groups_z = groups.z;
    for (const Particle& p : living) include(pool, p);
    return pool;
}

effects::Effect effect_of(const std::vector<effects::Emitter>& emitters) {
    effects::Effect effect;
    effect.emitters = emitters;
    return effect;
}

std::vector<glm::vec4> rows_of(const std::vector<effects::Emitter>& emitters) {
    const effects::Effect effect = effect_of(emitters);
    particles::Slots slots;
    slots.number(effect);
    return particles::number_table(*effects::compile(effect), slots, 1, 1).rows;
}

}  // namespace

SpriteSet::SpriteSet(std::vector<Particle> living, const std::vector<effects::Emitter>& emitters,
                     const std::vector<Particle>& dead)
    : capacity_(capacity_for(living, dead)),
      memory_(gl::plain_memory()),
      columns_(particles::ColumnSet::allocate(*memory_, capacity_, 0, "sprites")),
      program_(std::make_shared<const effects::StackProgram>(effects::program_of(effect_of(emitters)))),
      table_(memory_->allocate(rows_of(emitters).size() * sizeof(glm::vec4), "sprites: emitters")) {
    const shared::Pool pool = pool_of(living, slot_of(0));
    living.insert(living.end(), dead.begin(), dead.end());
    std::array<std::vector<shared::uvec4>, shared::PARTICLE_COLUMNS> data;
    for (auto& column : data) column.resize(capacity_);
    for (std::uint32_t i = 0; i < living.size(); ++i) {
        const auto bits = std::bit_cast<std::array<shared::uvec4, shared::PARTICLE_COLUMNS>>(living[i]);
        for (std::size_t c = 0; c < data.size(); ++c) data[c][slot_of(i)] = bits[c];
    }
    for (std::size_t c = 0; c < data.size(); ++c) columns_.columns[c].write_all(std::span(data[c]));
    columns_.pool.write_all(std::span(&pool, 1));
    set_emitters(emitters);
}

void SpriteSet::set_emitters(const std::vector<effects::Emitter>& emitters) const {
    const auto rows = rows_of(emitters);
    table_.write_all(std::span(rows));
}

particles::ParticleView SpriteSet::living() const {
    return {{&columns_.columns[particles::position_column], &columns_.columns[particles::velocity_column],
             &columns_.columns[particles::identity_column]},
            &columns_.pool,
            &table_,
            capacity_,
            program_};
}

}  // namespace winnow::verify
