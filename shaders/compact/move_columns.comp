// Moves every survivor's columns to where the scan of the votes puts it. Order is kept because the scan is
// increasing. The source is a ring and is only read; destinations do not collide, since offsets of survivors differ.
#include "common.glsl"
layout(local_size_x = PARTICLE_THREADS) in;
const uint TILE = PARTICLE_THREADS;
#include "compact/columns.glsl"

layout(std430, binding = BIND_VOTES) readonly buffer Votes { uint votes[]; };
layout(std430, binding = BIND_OFFSETS) readonly buffer Offsets { uint offsets[]; };

uniform uint votes_first;   // word of votes where they begin

void main() {
    const uint i = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex;
    if (i >= true_count() || votes[votes_first + i] == 0u) return;
    const uint from = ring_place(first_of_ring(), i);
    const uint to = offsets[i];
    if (to >= capacity) return;
    for (uint c = 0u; c < COLUMNS; ++c) packed_columns[c].element[to] = ring_columns[c].element[from];
}
