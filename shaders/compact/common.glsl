// Definitions that the compactors share: their columns, the votes of a tile, and the ranks of its survivors.
// A compactor includes this file before any other, and defines what scan/common.glsl needs and COLUMNS, 1 to
// MAX_COLUMNS. If the last column has several planes, PLANES says how many.
#ifdef RANKS_BY_SUBGROUP  // with block scans by networks, NVIDIA's compiler rejects the pragma
#define UNROLLS_ALL_LOOPS  // keeps records in registers: a folded step of 16 M takes 0.45 ms, not 0.80
#endif
#define COUNT_BINDING BIND_SOURCE_POOL
#define TILES_BINDING BIND_COMPACT_TILES
#define TICKETS_BINDING BIND_COMPACT_TICKETS
#include "scan/common.glsl"

// --- columns ------------------------------------------------------------------------------------------------------
// The source is a ring and is only read. The survivors are packed to the front of the destination.

layout(std430, binding = BIND_SOURCE) readonly buffer RingColumn { uvec4 element[]; } ring_columns[COLUMNS];
layout(std430, binding = BIND_DESTINATION) writeonly buffer PackedColumn { uvec4 element[]; } packed_columns[COLUMNS];

// A record's elements are one of each column and then those of the further planes of the last one. This is element k of the
// record at a place.
#ifdef PLANES
const uint ELEMENTS = COLUMNS + PLANES - 1u;
#define RING_ELEMENT(k, from) ring_columns[min(k, COLUMNS - 1u)].element[(k - min(k, COLUMNS - 1u)) * capacity + (from)]
#define PACKED_ELEMENT(k, to) packed_columns[min(k, COLUMNS - 1u)].element[(k - min(k, COLUMNS - 1u)) * capacity + (to)]
#else
const uint ELEMENTS = COLUMNS;
#define RING_ELEMENT(k, from) ring_columns[k].element[from]
#define PACKED_ELEMENT(k, to) packed_columns[k].element[to]
#endif

uniform uint first_index;  // index in scan_count of the ring's first index
uniform uint capacity;     // elements of the ring

uint first_of_ring() { return scan_count[first_index] % capacity; }

// Returns the place of logical index i. `first` is below the capacity. Both are below 2^27, so nothing
// overflows.
uint ring_place(uint first, uint i) {
    const uint place = first + i;
    return min(place, place - capacity);  // if place < capacity, the difference wraps around to more
}

// --- votes and ranks of a tile ------------------------------------------------------------------------------------
// 32 votes form a word. The words lie in shared memory, visible to all threads of the block, together with
// the number of the tile's survivors before each word. Bits from the count on are 0.

#ifndef VOTE_WORDS  // the draw list has tiles of another size
#define VOTE_WORDS (TILE / VOTES_PER_WORD)
#endif
shared uint tile_votes[VOTE_WORDS];
shared uint survivors_before[VOTE_WORDS];

// Returns true if the tile's record number e survives.
bool survives_here(uint e) { return (tile_votes[e / VOTES_PER_WORD] >> (e % VOTES_PER_WORD) & 1u) != 0u; }

// Returns how many of the tile's records before number e survive.
uint rank_of(uint e) {
    const uint below = tile_votes[e / VOTES_PER_WORD] & ((1u << (e % VOTES_PER_WORD)) - 1u);
    return survivors_before[e / VOTES_PER_WORD] + bitCount(below);
}

// --- casting votes ------------------------------------------------------------------------------------------------
// Thread t votes for the tile's records t, t + BLOCK_THREADS...

// Returns the number in the tile of this thread's record r. With subgroups, each subgroup has neighbouring
// records.
uint number_of(uint r) {
#ifdef NEEDS_SUBGROUPS
    return r * BLOCK_THREADS + gl_SubgroupID * SUBGROUP_SIZE + gl_SubgroupInvocationID;
#else
    return r * BLOCK_THREADS + gl_LocalInvocationIndex;
#endif
}

#ifdef NEEDS_SUBGROUPS
const bool BALLOTS_ARE_WORDS = SUBGROUP_SIZE == VOTES_PER_WORD;
#else
const bool BALLOTS_ARE_WORDS = false;
#endif

// All threads of the block must call it before they vote.
void begin_votes() {
    if (BALLOTS_ARE_WORDS) return;
    for (uint w = gl_LocalInvocationIndex; w < VOTE_WORDS; w += BLOCK_THREADS) tile_votes[w] = 0u;
    block_barrier();
}

// All threads of the block must call it.
void cast_vote(uint e, bool survives) {
#ifdef NEEDS_SUBGROUPS
    if (BALLOTS_ARE_WORDS) {
        const uint word = subgroupBallot(survives).x;
        if (gl_SubgroupInvocationID == 0u) tile_votes[e / VOTES_PER_WORD] = word;
        return;
    }
#endif
    if (survives) atomicOr(tile_votes[e / VOTES_PER_WORD], 1u << (e % VOTES_PER_WORD));
}
