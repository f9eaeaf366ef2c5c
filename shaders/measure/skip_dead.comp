// A baseline that shows what removal saves: dead records stay in place, and every pass over the records skips
// them. Each living record is read, changed and written in place.
// Needs COLUMNS, 1 to MAX_COLUMNS.
#include "common.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

layout(std430, binding = BIND_SOURCE) buffer Column { uvec4 element[]; } column[COLUMNS];
layout(std430, binding = BIND_VOTES) readonly buffer Votes { uint votes[]; };

uniform uint records;
uniform uint change;  // added to every word

void main() {
    const uint i = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex;
    if (i >= records || votes[i] == 0u) return;
    for (int c = 0; c < COLUMNS; ++c) column[c].element[i] += uvec4(change);
}
