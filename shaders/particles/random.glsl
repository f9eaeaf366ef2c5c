// Counter-based random numbers: each is a hash of (seed, birth step, ordinal, use), so there is no generator state.
// The mixer is the four-dimensional PCG hash of Jarzynski and Olano, "Hash Functions for GPU Rendering" (2020).
uvec4 hash4(uvec4 v) {
    v = v * 1664525u + 1013904223u;
    v += v.yzxy * v.wxyz;
    v ^= v >> 16u;
    v += v.yzxy * v.wxyz;
    return v;
}

// Returns four numbers in [0, 1) of 24 bits each, which are exact in a float.
vec4 random4(uint seed, uint birth_step, uint ordinal, uint use) {
    return vec4(hash4(uvec4(seed, birth_step, ordinal, use)) >> 8u) * (1.0 / 16777216.0);
}
