#include "effects/smooth_noise.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace winnow::effects {
namespace {

constexpr std::uint32_t lattice_use = 7;
constexpr float farthest_cell = 1073741824.0f;  // 2^30

/// The mixer of shaders/particles/random.glsl; returns its first number.
std::uint32_t mixed(glm::uvec4 v) {
    v = v * 1664525u + 1013904223u;
    v += glm::uvec4(v.y, v.z, v.x, v.y) * glm::uvec4(v.w, v.x, v.y, v.z);
    v ^= v >> 16u;
    v += glm::uvec4(v.y, v.z, v.x, v.y) * glm::uvec4(v.w, v.x, v.y, v.z);
    return v.x;
}

/// Returns the hashed value of a lattice point, in [-1, 1).
float lattice_value(const glm::ivec3& cell) {
    const std::uint32_t bits = mixed({glm::uvec3(cell), lattice_use}) >> 8u;
    return static_cast<float>(bits) * (2.0f / 16777216.0f) - 1.0f;
}

}  // namespace

float noise_number(const glm::vec3& place) {
    glm::ivec3 cell(0);
    glm::vec3 shares[2];  // of the lattice points below and above, by axis
    for (int axis = 0; axis < 3; ++axis) {
        const float x = place[axis];
        if (!std::isfinite(x)) return 0;
        const float whole = std::floor(x), f = x - whole;
        cell[axis] = static_cast<int>(std::clamp(whole, -farthest_cell, farthest_cell));
        shares[1][axis] = f * f * (3.0f - 2.0f * f);
        shares[0][axis] = 1.0f - shares[1][axis];
    }
    float sum = 0;
    for (int k = 0; k < 8; ++k) {
        const glm::ivec3 corner(k & 1, k >> 1 & 1, k >> 2);
        const float share = shares[corner.x].x * shares[corner.y].y * shares[corner.z].z;
        sum += lattice_value(cell + corner) * share;
    }
    return sum;
}

}  // namespace winnow::effects
