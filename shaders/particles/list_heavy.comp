// Lists the particles with heavy codes, by logical index: each work group those of a tile, by vote, scan and list. The
// tiles' parts of the list come in any order. It is a pass of its own, because the heavy codes need so many registers that
// too few threads would be left to read at the memory's speed. Guarantees to peel.comp the list and its length. Needs
// STACKS, with heavy codes and others, and COLUMNS.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS writeonly
#include "particles/buffers.glsl"
#include "particles/precise.glsl"
#include "particles/peel_list.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

const uint PEEL_PARTICLES = PEEL_TILE / PARTICLE_THREADS;  // per thread
const uint WORDS = PEEL_TILE / VOTES_PER_WORD;  // at most PARTICLE_THREADS

shared uint votes[WORDS];      // a bit per particle of the tile: 1 = its code is heavy
shared uint ends[WORDS];       // heavy ones up to the end of each word
shared bool has_heavy;
shared uint first;             // of the tile's part of the list

uint number_of(uint r) { return r * PARTICLE_THREADS + gl_LocalInvocationIndex; }

uint place_of(uint i) { return ring_index(source_pool.first, i, step_now.capacity); }

// All slots are in flight before the first is used.
void vote(uint begin, uint count) {
    if (gl_LocalInvocationIndex < WORDS) votes[gl_LocalInvocationIndex] = 0u;
    if (gl_LocalInvocationIndex == 0u) has_heavy = false;
    uint slot[PEEL_PARTICLES];
    for (uint r = 0u; r < PEEL_PARTICLES; ++r) {
        const uint i = min(begin + number_of(r), count - 1u);
        slot[r] = source[IDENTITY_COLUMN].element[place_of(i)].z;
    }
    block_barrier();
    for (uint r = 0u; r < PEEL_PARTICLES; ++r) {
        const uint e = number_of(r);
        if (begin + e >= count || !stack_is_heavy(emitter_at(slot[r]).step_code)) continue;
        atomicOr(votes[e / VOTES_PER_WORD], 1u << (e % VOTES_PER_WORD));
        has_heavy = true;
    }
    block_barrier();
}

// Scans the words' popcounts by Kogge and Stone's network.
void scan_votes() {
    const uint word = gl_LocalInvocationIndex;
    uint sum = word < WORDS ? uint(bitCount(votes[word])) : 0u;
    for (uint stride = 1u; stride < WORDS; stride <<= 1) {
        if (word < WORDS) ends[word] = sum;
        block_barrier();
        if (word >= stride && word < WORDS) sum += ends[word - stride];
        block_barrier();
    }
    if (word < WORDS) ends[word] = sum;
    block_barrier();
}

void list_heavy(uint begin) {
    if (gl_LocalInvocationIndex == 0u) first = atomicAdd(peel_count, ends[WORDS - 1u]);
    block_barrier();
    for (uint r = 0u; r < PEEL_PARTICLES; ++r) {
        const uint e = number_of(r);
        const uint from_here = votes[e / VOTES_PER_WORD] >> (e % VOTES_PER_WORD);
        if ((from_here & 1u) != 0u) peel_list[first + ends[e / VOTES_PER_WORD] - uint(bitCount(from_here))] = begin + e;
    }
}

void main() {
    const uint begin = group_index() * PEEL_TILE;
    const uint count = min(source_pool.alive, step_now.capacity);
    if (begin >= count) return;  // uniform for the whole group
    vote(begin, count);
    if (!has_heavy) return;  // likewise
    scan_votes();
    list_heavy(begin);
}
