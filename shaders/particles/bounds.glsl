// The exact bounding box of the living particles by reduction: per invocation, then per work group in shared memory,
// then in the pool. The pool's box is read when the group begins, so that the read does not delay the group's end.
// Including a particle twice has no effect. Needs local_size_x >= BOX_WORDS.
#include "ordered_bits.glsl"

const uint BOX_WORDS = 6u;  // words of a Pool from POOL_BOX_WORD on: 3 complements of the least keys, 3 greatest keys
// Coherent, because groups read the box while others raise it.
layout(std430, binding = BIND_DESTINATION_POOL) coherent buffer BoxWords { uint pool_words[]; };

// Keys are ordered_bits(). For finite numbers neither a key nor its complement is 0.
uvec3 box_low = uvec3(0u), box_high = uvec3(0u);  // the invocation's box, encoded as in Pool
uint box_before = 0u;                              // word gl_LocalInvocationIndex of the pool's box at the beginning
shared uint group_box[BOX_WORDS];

// Call it before the group's work, in all its invocations.
void box_begin() {
    if (gl_LocalInvocationIndex < BOX_WORDS) box_before = pool_words[POOL_BOX_WORD + gl_LocalInvocationIndex];
}

void box_include(vec3 position) {
    const uvec3 key = uvec3(ordered_bits(position.x), ordered_bits(position.y), ordered_bits(position.z));
    box_low = max(box_low, ~key);
    box_high = max(box_high, key);
}

// The comparison saves most atomics, because the pool's box is usually wide enough already.
void raise_group(uint word, uint key) {
    if (key > group_box[word]) atomicMax(group_box[word], key);
}

// Call it in all invocations of a group, after each has included its particles; contains barriers.
void box_commit() {
    const uint word = gl_LocalInvocationIndex;
    if (word < BOX_WORDS) group_box[word] = box_before;
    block_barrier();
    for (int axis = 0; axis < 3; ++axis) {
        raise_group(uint(axis), box_low[axis]);
        raise_group(3u + uint(axis), box_high[axis]);
    }
    block_barrier();
    if (word < BOX_WORDS && group_box[word] > box_before) atomicMax(pool_words[POOL_BOX_WORD + word], group_box[word]);
}
