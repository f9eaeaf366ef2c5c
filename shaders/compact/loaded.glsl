// Records that are loaded, and their votes, which are stored. The records that die are never read, and however few
// survive, neighbouring threads move neighbouring survivors: a list of them in shared memory says which.
//
// This file and made.glsl offer the same:
//   Held                 what a thread holds of its tile
//   collect_votes        fills tile_votes[]; a barrier is its last act
//   begin_move           is called when the ranks are known, but not yet what lies before the tile; a barrier follows
//   move_tile            moves the survivors behind those before the tile
// It needs CHUNK, the records that a thread moves at once.
#include "compact/common.glsl"

// --- stored votes -------------------------------------------------------------------------------------------------
// The vote of record i is bit i % 32 of word i / 32. The bits behind the count may be anything.

layout(std430, binding = BIND_VOTES) readonly buffer Votes { uint votes[]; };

uniform uint votes_first;  // word of votes where they begin

// The word without the bits from the count on.
uint stored_votes(uint word, uint count) {
    const uint begin = word * VOTES_PER_WORD;
    if (begin >= count) return 0u;
    const uint bits = votes[votes_first + word];
    return count - begin >= VOTES_PER_WORD ? bits : bits & ((1u << (count - begin)) - 1u);
}

// --- moving -------------------------------------------------------------------------------------------------------

const uint CHUNK_RECORDS = BLOCK_THREADS * CHUNK;
// Every subgroup's stores begin at a multiple of this many elements, so that few pieces of memory are written in two
// parts.
const uint STORE_ALIGNMENT = 32u;

struct Held {
    uvec4 element[CHUNK * COLUMNS];
};

shared uint survivor[TILE];  // the number in the tile of each that survives

void collect_votes(uint tile, uint count, uint ring_first, inout Held held) {
    for (uint w = gl_LocalInvocationIndex; w < VOTE_WORDS; w += BLOCK_THREADS)
        tile_votes[w] = stored_votes(tile * VOTE_WORDS + w, count);
    block_barrier();
}

void begin_move() {
    for (uint e = gl_LocalInvocationIndex; e < TILE; e += BLOCK_THREADS)
        if (survives_here(e)) survivor[rank_of(e)] = e;
}

// All records of the chunk are on their way before the first is stored. Record r of this thread has rank
// `first_rank` + r * BLOCK_THREADS, which wraps around to a large number where the tile has none before it.
void move_chunk(uint tile, uint ring_first, uint before, uint survivors, uint first_rank, inout Held held) {
    for (uint r = 0u; r < CHUNK; ++r) {
        const uint rank = first_rank + r * BLOCK_THREADS;
        if (rank >= survivors) continue;
        const uint from = ring_place(ring_first, tile * TILE + survivor[rank]);
        for (uint c = 0u; c < COLUMNS; ++c) held.element[r * COLUMNS + c] = ring_columns[c].element[from];
    }
    for (uint r = 0u; r < CHUNK; ++r) {
        const uint rank = first_rank + r * BLOCK_THREADS;
        if (rank >= survivors || before + rank >= capacity) continue;
        for (uint c = 0u; c < COLUMNS; ++c) packed_columns[c].element[before + rank] = held.element[r * COLUMNS + c];
    }
}

void move_tile(uint tile, uint count, uint ring_first, uint before, uint survivors, Held held) {
    const uint shift = before % STORE_ALIGNMENT;
    for (uint begin = 0u; begin < survivors + shift; begin += CHUNK_RECORDS)
        move_chunk(tile, ring_first, before, survivors, begin + gl_LocalInvocationIndex - shift, held);
}
