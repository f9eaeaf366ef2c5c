// What a subgroup does together. All of its invocations must call these. Needs SUBGROUP_SIZE, and the extensions
// GL_KHR_shader_subgroup_basic, _ballot and _shuffle_relative, _shuffle.

T shuffle_up(T value, uint distance) {
    const uvec2 bits = bits_of(value);
    if (WORDS_OF_T == 1u) return from_bits(uvec2(subgroupShuffleUp(bits.x, distance), 0u));
    return from_bits(uvec2(subgroupShuffleUp(bits.x, distance), subgroupShuffleUp(bits.y, distance)));
}

T shuffle(T value, uint from) {
    const uvec2 bits = bits_of(value);
    if (WORDS_OF_T == 1u) return from_bits(uvec2(subgroupShuffle(bits.x, from), 0u));
    return from_bits(uvec2(subgroupShuffle(bits.x, from), subgroupShuffle(bits.y, from)));
}

// Inclusive, by Kogge-Stone's network.
T subgroup_scan(T value) {
    for (uint stride = 1u; stride < SUBGROUP_SIZE; stride <<= 1) {
        const T left = shuffle_up(value, stride);
        if (gl_SubgroupInvocationID >= stride) value = combine(left, value);
    }
    return value;
}

// The inclusive scan's values moved up by one invocation: the exclusive scan.
T shifted(T inclusive) {
    const T left = shuffle_up(inclusive, 1u);
    return gl_SubgroupInvocationID == 0u ? IDENTITY : left;
}

// To every invocation. Its order is the same at every call.
T subgroup_reduce(T value) {
    for (uint stride = SUBGROUP_SIZE / 2u; stride > 0u; stride >>= 1)
        value = combine(value, shuffle(value, gl_SubgroupInvocationID ^ stride));
    return value;
}
