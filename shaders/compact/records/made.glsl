// Records that are made of what is loaded, and their votes with them (record.glsl). All of a tile are made and kept in
// registers, ITEMS a thread: thread t has the tile's records t, t + BLOCK_THREADS... The contract is that of loaded.glsl.
#include "compact/columns.glsl"
#include RECORD_FILE

struct Held {
    uvec4 record[ITEMS][RECORD_COLUMNS];
};

// The number in the tile of this thread's record r. Where there are subgroups, each has neighbours.
uint number_of(uint r) {
#ifdef NEEDS_SUBGROUPS
    return r * BLOCK_THREADS + gl_SubgroupID * SUBGROUP_SIZE + gl_SubgroupInvocationID;
#else
    return r * BLOCK_THREADS + gl_LocalInvocationIndex;
#endif
}

// All are on their way before the first is used.
void load_records(uint tile, uint count, uint ring_first, inout Held held) {
    for (uint r = 0u; r < ITEMS; ++r) {
        const uint i = tile * TILE + number_of(r);
        if (i >= count) continue;
        const uint from = ring_place(ring_first, i);
        for (uint c = 0u; c < RECORD_COLUMNS; ++c) held.record[r][c] = ring_columns[c].element[from];
    }
}

#ifdef NEEDS_SUBGROUPS
const bool BALLOTS_ARE_WORDS = SUBGROUP_SIZE == VOTES_PER_WORD;
#else
const bool BALLOTS_ARE_WORDS = false;
#endif

void clear_votes() {
    for (uint w = gl_LocalInvocationIndex; w < VOTE_WORDS; w += BLOCK_THREADS) tile_votes[w] = 0u;
    block_barrier();
}

// All threads of the block must call it.
void put_vote(uint e, bool survives) {
#ifdef NEEDS_SUBGROUPS
    if (BALLOTS_ARE_WORDS) {
        const uint word = subgroupBallot(survives).x;
        if (gl_SubgroupInvocationID == 0u) tile_votes[e / VOTES_PER_WORD] = word;
        return;
    }
#endif
    if (survives) atomicOr(tile_votes[e / VOTES_PER_WORD], 1u << (e % VOTES_PER_WORD));
}

void collect_votes(uint tile, uint count, uint ring_first, inout Held held) {
    load_records(tile, count, ring_first, held);
    if (!BALLOTS_ARE_WORDS) clear_votes();
    for (uint r = 0u; r < ITEMS; ++r) {
        const uint i = tile * TILE + number_of(r);
        bool survives = false;
        if (i < count) survives = make_record(i, ring_place(ring_first, i), held.record[r]);
        put_vote(number_of(r), survives);
    }
    block_barrier();
}

void begin_move() {}

void store_record(uint to, uvec4 record[RECORD_COLUMNS]) {
    if (to >= capacity) return;
    for (uint c = 0u; c < RECORD_COLUMNS; ++c) packed_columns[c].element[to] = record[c];
}

void move_tile(uint tile, uint count, uint ring_first, uint before, uint survivors, Held held) {
    for (uint r = 0u; r < ITEMS; ++r) {
        const uint e = number_of(r), i = tile * TILE + e;
        if (i >= count) continue;
        record_made(i, ring_place(ring_first, i), held.record[r], survives_here(e));
        if (survives_here(e)) store_record(before + rank_of(e), held.record[r]);
    }
    block_barrier();
    group_made(min(tile * TILE, count), min(tile * TILE + TILE, count));
}
