// The staged compactor: each vote is a word, a scan of the votes says where every survivor goes, and this kernel moves
// them there. Order is kept because the scan is increasing. Destinations do not collide, since the offsets of survivors
// differ.
#include "compact/common.glsl"
layout(local_size_x = BLOCK_THREADS) in;

layout(std430, binding = BIND_VOTES) readonly buffer Votes { uint votes[]; };
layout(std430, binding = BIND_OFFSETS) readonly buffer Offsets { uint offsets[]; };

uniform uint votes_first;   // word of votes where they begin

void main() {
    const uint i = group_index() * BLOCK_THREADS + gl_LocalInvocationIndex;
    if (i >= true_count() || votes[votes_first + i] == 0u) return;
    const uint from = ring_place(first_of_ring(), i);
    const uint to = offsets[i];
    if (to >= capacity) return;
    for (uint c = 0u; c < COLUMNS; ++c) packed_columns[c].element[to] = ring_columns[c].element[from];
}
