// Counter-based random numbers: each is a hash of (seed, birth step, ordinal, use), so there is no generator state.
// The mixer is the four-dimensional PCG hash of Jarzynski and Olano, "Hash Functions for GPU Rendering" (2020).
uvec4 hash4(uvec4 v) {
    v = v * 1664525u + 1013904223u;
    v += v.yzxy * v.wxyz;
    v ^= v >> 16u;
    v += v.yzxy * v.wxyz;
    return v;
}

// Uses of random numbers; each use has its own number.
const uint USE_DIRECTION = 0u;  // xy: direction in a cone; z: speed; w: lifetime
const uint USE_PLACE = 1u;      // xyz: place in a shape; w: moment of birth within the step
const uint USE_CHILDREN = 2u;   // of a parent; mixed again with the link and the parent's age
const uint USE_PARENT = 3u;     // of a parent; x: the number that its children read
const uint USE_EPOCH = 8u;      // of the seed itself

// Returns the seed of the random numbers of a birth step, known by its low word alone, at a step of which both words are
// known: its own every 2^32 steps, so that low words that come again have other numbers.
uint seed_at(uint seed, uint birth_step, uvec2 step) {
    const uint high = step.y > 0u && birth_step > step.x ? step.y - 1u : step.y;
    return high == 0u ? seed : seed ^ hash4(uvec4(seed, high, 0u, USE_EPOCH)).x;
}

// Returns four numbers in [0, 1) of 24 bits each, which are exact in a float.
vec4 random4(uint seed, uint birth_step, uint ordinal, uint use) {
    return vec4(hash4(uvec4(seed, birth_step, ordinal, use)) >> 8u) * (1.0 / 16777216.0);
}
