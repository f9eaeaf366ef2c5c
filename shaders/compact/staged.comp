// The staged compactor: each vote is a word, a scan of the votes gives the place of every survivor, and this
// kernel moves the survivors there. Order is kept because the offsets increase, and no two survivors have the
// same offset.
#include "compact/common.glsl"
layout(local_size_x = BLOCK_THREADS) in;

layout(std430, binding = BIND_VOTES) readonly buffer Votes { uint votes[]; };
layout(std430, binding = BIND_OFFSETS) readonly buffer Offsets { uint offsets[]; };

uniform uint votes_first;   // index in votes of the first word

void main() {
    const uint i = group_index() * BLOCK_THREADS + gl_LocalInvocationIndex;
    if (i >= true_count() || votes[votes_first + i] == 0u) return;
    const uint from = ring_place(first_of_ring(), i);
    const uint to = offsets[i];
    if (to >= capacity) return;
    for (uint k = 0u; k < ELEMENTS; ++k) PACKED_ELEMENT(k, to) = RING_ELEMENT(k, from);
}
