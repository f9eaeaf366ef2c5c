#include "effects/expression/smooth_noise.h"

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
float lattice_value(const glm::uvec3& cell) {
    const std::uint32_t bits = mixed({cell, lattice_use}) >> 8u;
    return static_cast<float>(bits) * (2.0f / 16777216.0f) - 1.0f;
}

}  // namespace

/// Returns the noise at a place that is seen from a cell.
static float noise_at(const glm::vec3& place, const glm::uvec3& origin) {
    glm::uvec3 cell(0);
    glm::vec3 shares[2];  // of the lattice points below and above, by axis
    for (int axis = 0; axis < 3; ++axis) {
        const float x = place[axis];
        if (!std::isfinite(x)) return 0;
        const float whole = std::floor(x), f = x - whole;
        const auto number = static_cast<std::int32_t>(std::clamp(whole, -farthest_cell, farthest_cell));
        cell[axis] = static_cast<std::uint32_t>(number) + origin[axis];
        shares[1][axis] = f * f * (3.0f - 2.0f * f);
        shares[0][axis] = 1.0f - shares[1][axis];
    }
    float sum = 0;
    for (int k = 0; k < 8; ++k) {
        const glm::ivec3 corner(k & 1, k >> 1 & 1, k >> 2);
        const float share = shares[corner.x].x * shares[corner.y].y * shares[corner.z].z;
        sum += lattice_value(cell + glm::uvec3(corner)) * share;
    }
    return sum;
}

float noise_number(const glm::vec3& place) {
    return noise_at(place, glm::uvec3(0));
}

float noise_number(const glm::dvec3& place) {
    constexpr double cells = 4294967296.0;  // after which the lattice repeats
    glm::vec3 share;
    glm::uvec3 cell;
    for (int axis = 0; axis < 3; ++axis) {
        if (!std::isfinite(place[axis])) return 0;
        const double whole = std::floor(place[axis]);
        share[axis] = static_cast<float>(place[axis] - whole);
        cell[axis] = static_cast<std::uint32_t>(whole - cells * std::floor(whole / cells));
    }
    return noise_at(share, cell);
}

}  // namespace winnow::effects
