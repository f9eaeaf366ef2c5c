// Whether each living particle survives, by logical index. Promises the compactor votes in its format for every i below
// the pool's alive: a word each, 0 or 1, or with VOTE_BITS a bit each, of words whose other bits are 0.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS writeonly
#include "particles/buffers.glsl"
#include "particles/precise.glsl"
layout(local_size_x = PARTICLE_THREADS) in;
layout(std430, binding = BIND_VOTES) writeonly buffer Votes { uint votes[]; };

bool survives_at(uint i) {
    if (i >= min(source_pool.alive, step_now.capacity)) return false;
    const uint at = ring_index(source_pool.first, i, step_now.capacity);
    return survives(particle_from(source[POSITION].element[at], source[VELOCITY].element[at], uvec4(0u)));
}

#ifdef VOTE_BITS
const uint GROUP_WORDS = PARTICLE_THREADS / VOTES_PER_WORD;
shared uint group_votes[GROUP_WORDS];

void main() {
    const uint t = gl_LocalInvocationIndex;
    if (t < GROUP_WORDS) group_votes[t] = 0u;
    block_barrier();
    if (survives_at(particle_index())) atomicOr(group_votes[t / VOTES_PER_WORD], 1u << (t % VOTES_PER_WORD));
    block_barrier();
    const uint word = group_index() * GROUP_WORDS + t;
    if (t < GROUP_WORDS && word * VOTES_PER_WORD < step_now.capacity) votes[word] = group_votes[t];
}
#else
void main() {
    const uint i = particle_index();
    if (i < min(source_pool.alive, step_now.capacity)) votes[i] = survives_at(i) ? 1u : 0u;
}
#endif
