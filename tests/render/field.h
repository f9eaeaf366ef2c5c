// A field of particles with every value written here, made without a simulation.
#pragma once

#include <cstdint>
#include <vector>

#include "particles/columns.h"
#include "particles/simulation.h"
#include "verify/sprite_set.h"

namespace winnow::test {

/// The particles of two emitters on two helices that cross: warm streaks that rise and cool wide sprites that
/// sink, of all ages; some touch the plane at height 0. They wrap around the end of their columns.
class Field {
  public:
    /// A larger number gives the same helices with more particles, closer together.
    explicit Field(std::uint32_t alive, std::uint32_t capacity = 0);
    /// Gives the same particles in another order: particle i is number order[i] of the other field.
    explicit Field(const std::vector<std::uint32_t>& order);
    /// Gives these numbers of a field of `total` particles, in this order.
    Field(const std::vector<std::uint32_t>& numbers, std::uint32_t total, std::uint32_t capacity);
    particles::ParticleView living() const { return sprites_.living(); }
    /// Says which particles cover what lies behind them: the warm ones, the cool ones. At first none do.
    const Field& covers(bool warm, bool cool) const;
    /// Returns the slot of number i in its columns.
    std::uint32_t slot_of(std::uint32_t i) const { return sprites_.slot_of(i); }
    static particles::Particle particle(std::uint32_t i, std::uint32_t alive);
    static constexpr std::uint32_t kinds = 2;  // of particles, each with an emitter
    static constexpr float largest_radius = 0.11f, longest_stretch = 0.05f;

  private:
    verify::SpriteSet sprites_;
};

}  // namespace winnow::test
