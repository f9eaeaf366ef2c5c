// Records that are loaded, with stored votes. Dead records are never read. However few survive, neighbouring
// threads move neighbouring survivors, by a list of the survivors in shared memory.
//
// This file and made.glsl offer the same interface:
//   Held                 the part of a tile that a thread holds
//   collect_votes        fills tile_votes[] and ends with a barrier
//   begin_move           called when the ranks are known but not the prefix before the tile; a barrier
//                        follows
//   move_tile            moves the survivors to their places after those of the tiles before
// It needs CHUNK, the number of records that a thread moves at once.
#include "compact/common.glsl"

// --- stored votes -------------------------------------------------------------------------------------------------
// The vote of record i is bit i % 32 of word i / 32. The bits from the count on are undefined.

layout(std430, binding = BIND_VOTES) readonly buffer Votes { uint votes[]; };

uniform uint votes_first;  // index in votes of the first word

// Returns a word of votes; bits from the count on are 0.
uint stored_votes(uint word, uint count) {
    const uint begin = word * VOTES_PER_WORD;
    if (begin >= count) return 0u;
    const uint bits = votes[votes_first + word];
    return count - begin >= VOTES_PER_WORD ? bits : bits & ((1u << (count - begin)) - 1u);
}

// --- moving -------------------------------------------------------------------------------------------------------

const uint CHUNK_RECORDS = BLOCK_THREADS * CHUNK;
// The stores of every subgroup begin at a multiple of this many elements, so that few memory segments are
// written in two parts.
const uint STORE_ALIGNMENT = 32u;

struct Held {
    uvec4 element[CHUNK * COLUMNS];
};

shared uint survivor[TILE];  // the number in the tile of each survivor, by rank

void collect_votes(uint tile, uint count, uint ring_first, inout Held held) {
    for (uint w = gl_LocalInvocationIndex; w < VOTE_WORDS; w += BLOCK_THREADS)
        tile_votes[w] = stored_votes(tile * VOTE_WORDS + w, count);
    block_barrier();
}

void begin_move() {
    for (uint e = gl_LocalInvocationIndex; e < TILE; e += BLOCK_THREADS)
        if (survives_here(e)) survivor[rank_of(e)] = e;
}

// All records of the chunk are in flight before the first is stored. Record r of this thread has rank
// `first_rank` + r * BLOCK_THREADS. Ranks before the first wrap around to large numbers, which are skipped.
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

#ifdef PLANES
// Moves elements of one plane of the last column, as many of a thread as it moves at once of a record's columns.
void move_chunk_of_plane(uint k, uint tile, uint ring_first, uint before, uint survivors, uint first_rank, inout Held held) {
    for (uint r = 0u; r < CHUNK * COLUMNS; ++r) {
        const uint rank = first_rank + r * BLOCK_THREADS;
        if (rank < survivors) held.element[r] = RING_ELEMENT(k, ring_place(ring_first, tile * TILE + survivor[rank]));
    }
    for (uint r = 0u; r < CHUNK * COLUMNS; ++r) {
        const uint rank = first_rank + r * BLOCK_THREADS;
        if (rank < survivors && before + rank < capacity) PACKED_ELEMENT(k, before + rank) = held.element[r];
    }
}
#endif

void move_tile(uint tile, uint count, uint ring_first, uint before, uint survivors, Held held) {
    const uint shift = before % STORE_ALIGNMENT, first_rank = gl_LocalInvocationIndex - shift;
    for (uint begin = 0u; begin < survivors + shift; begin += CHUNK_RECORDS)
        move_chunk(tile, ring_first, before, survivors, begin + first_rank, held);
#ifdef PLANES
    for (uint k = COLUMNS; k < ELEMENTS; ++k)
        for (uint begin = 0u; begin < survivors + shift; begin += CHUNK_RECORDS * COLUMNS)
            move_chunk_of_plane(k, tile, ring_first, before, survivors, begin + first_rank, held);
#endif
}
