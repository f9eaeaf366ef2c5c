// Moves every survivor's columns to where the scan of the votes puts it. Order is kept because the scan is
// increasing. The source is a ring and is only read; destinations do not collide, since offsets of survivors differ.
// Needs COLUMNS, 1 to MAX_COLUMNS.
#include "common.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

layout(std430, binding = BIND_SOURCE) readonly buffer SourceColumn { uvec4 element[]; } source[COLUMNS];
layout(std430, binding = BIND_DESTINATION) writeonly buffer DestinationColumn { uvec4 element[]; } destination[COLUMNS];
layout(std430, binding = BIND_VOTES) readonly buffer Votes { uint votes[]; };
layout(std430, binding = BIND_OFFSETS) readonly buffer Offsets { uint offsets[]; };
layout(std430, binding = BIND_SOURCE_POOL) readonly buffer SourceWords { uint source_words[]; };

uniform uint votes_first;   // word of votes where they begin
uniform uint first_index;   // word of source_words: the ring's first index
uniform uint count_index;   // word of source_words: how many there are
uniform uint bound;
uniform uint capacity;

void main() {
    const uint i = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex;
    if (i >= min(source_words[count_index], bound) || votes[votes_first + i] == 0u) return;
    const uint from = (source_words[first_index] + i) % capacity;  // both are below 2^27: no overflow
    const uint to = offsets[i];
    if (to >= capacity) return;
    for (int c = 0; c < COLUMNS; ++c) destination[c].element[to] = source[c].element[from];
}
