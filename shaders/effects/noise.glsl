// The engine's smooth noise as a single number.
#include "particles/random.glsl"

const float FARTHEST_NOISE_CELL = 1073741824.0;  // 2^30: cells are clamped to it, so that they fit into integers
const uint NOISE_USE = 7u;

// Returns the hashed value of a lattice point, in [-1, 1).
float noise_lattice(ivec3 cell) {
    return float(hash4(uvec4(uvec3(cell), NOISE_USE)).x >> 8u) * (2.0 / 16777216.0) - 1.0;
}

// Interpolates the lattice: a smooth field of numbers from -1 to 1, the first component of the field that turbulence
// follows. A place that is not finite has 0, because its cell would be undefined.
float noise_number(vec3 place) {
    const uint exponent = 0x7F800000u;
    if (any(equal(floatBitsToUint(place) & uvec3(exponent), uvec3(exponent)))) return 0.0;
    precise vec3 cell = floor(place);
    precise vec3 f = place - cell;
    precise vec3 above = f * f * (3.0 - 2.0 * f);
    precise vec3 below = 1.0 - above;
    ivec3 c = ivec3(clamp(cell, -FARTHEST_NOISE_CELL, FARTHEST_NOISE_CELL));
    precise float sum = 0.0;
    for (int k = 0; k < 8; ++k) {
        bvec3 corner = bvec3(k & 1, k & 2, k & 4);
        vec3 share = mix(below, above, corner);  // chooses
        precise float part = noise_lattice(c + ivec3(corner)) * (share.x * share.y * share.z);
        sum += part;
    }
    return sum;
}
