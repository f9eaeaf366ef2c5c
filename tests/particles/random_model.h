// Computes on the CPU the random numbers and the hashes of shaders/particles/.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "particles/columns.h"

namespace winnow::particles {

using Words4 = std::array<std::uint32_t, 4>;

/// The mixer of random.glsl.
Words4 hash4(Words4 v);

/// The four numbers of random.glsl in [0, 1), of 24 bits each.
std::array<double, 4> random4(std::uint32_t seed, std::uint32_t birth_step, std::uint32_t ordinal,
                              std::uint32_t use);

/// The hash of hash.comp, of the living particles in their order.
std::uint64_t hash_of(const std::vector<Particle>& living);

}  // namespace winnow::particles
