// How many survive in each word of votes. Promises the scan that follows: every word up to the bound is written.
#include "common.glsl"
layout(local_size_x = PARTICLE_THREADS) in;
const uint TILE = PARTICLE_THREADS * VOTES_PER_WORD;
const uint COUNT_BINDING = BIND_SOURCE_POOL;
#include "scan/grid/count.glsl"
#include "compact/stored_votes.glsl"

layout(std430, binding = BIND_OFFSETS) writeonly buffer Offsets { uint offsets[]; };

void main() {
    const uint word = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex;
    if (word < groups_for(bound, VOTES_PER_WORD)) offsets[word] = uint(bitCount(stored_votes(word, true_count())));
}
