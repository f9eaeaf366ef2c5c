// The exact box of the living, by reduction: each invocation its own, then the group's in shared memory, then the
// pool's, which is read when the group begins, so that nobody waits for it at the end.
// Needs local_size_x >= BOX_WORDS. Raising it twice with the same is as raising it once.
#include "ordered_bits.glsl"

const uint BOX_WORDS = 6u;  // keys of a Pool, from POOL_BOX_WORD on: complements of the least first
layout(std430, binding = BIND_DESTINATION_POOL) coherent buffer BoxWords { uint pool_words[]; };

// Keys are ordered_bits(). Of finite numbers neither a key nor its complement is 0.
uvec3 box_low = uvec3(0u), box_high = uvec3(0u);  // this invocation's; as in Pool
uint box_before = 0u;                              // of the pool's box, the word of this invocation's number
shared uint group_box[BOX_WORDS];

// Ahead of the group's work, by all its invocations.
void box_begin() {
    if (gl_LocalInvocationIndex < BOX_WORDS) box_before = pool_words[POOL_BOX_WORD + gl_LocalInvocationIndex];
}

void box_include(vec3 position) {
    const uvec3 key = uvec3(ordered_bits(position.x), ordered_bits(position.y), ordered_bits(position.z));
    box_low = max(box_low, ~key);
    box_high = max(box_high, key);
}

// Mostly the pool's box is wide enough already, and nobody has anything to say.
void raise_group(uint word, uint key) {
    if (key > group_box[word]) atomicMax(group_box[word], key);
}

// For all invocations of a group, once each has included its own; has barriers.
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
