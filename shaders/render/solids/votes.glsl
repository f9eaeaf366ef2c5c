// The votes of PARTICLE_THREADS living particles, a tile: 1 if an emitter's particles may be solid things.
#include "common.glsl"
#include "render/solids/solids.h"
#include "effects/row_buffer.glsl"
layout(local_size_x = PARTICLE_THREADS) in;
layout(std430, binding = BIND_SOURCE) readonly buffer Column { uvec4 element[]; } column[PARTICLE_COLUMNS];
layout(std430, binding = BIND_SOURCE_POOL) readonly buffer PoolBlock { Pool pool; };
layout(std430, binding = BIND_SOLID_LIST) buffer SolidBlock { SolidList list; };

uniform uint capacity;

const uint WORDS = PARTICLE_THREADS / VOTES_PER_WORD;

shared uint votes[WORDS];

uint slot_of_thread() { return (pool.first + group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex) % capacity; }

// Returns the thread's vote, when all have voted.
bool vote() {
    const uint l = gl_LocalInvocationIndex;
    if (l < WORDS) votes[l] = 0u;
    block_barrier();
    bool is_solid = false;
    if (group_index() * PARTICLE_THREADS + l < pool.alive) {
        const uint emitter = column[2].element[slot_of_thread()].z;
        is_solid = (rows[emitter * EMITTER_ROWS + 1u].z & EMITTER_IS_SOLID) != 0u;
    }
    if (is_solid) atomicOr(votes[l / VOTES_PER_WORD], 1u << l % VOTES_PER_WORD);
    block_barrier();
    return is_solid;
}

// Returns the number of votes of threads before `end`.
uint votes_before(uint end) {
    uint sum = 0u;
    for (uint w = 0u; w < end / VOTES_PER_WORD; ++w) sum += uint(bitCount(votes[w]));
    const uint rest = end % VOTES_PER_WORD;
    return rest == 0u ? sum : sum + uint(bitCount(votes[end / VOTES_PER_WORD] & (1u << rest) - 1u));
}
