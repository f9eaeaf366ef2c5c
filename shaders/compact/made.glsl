// Records that are made from loaded ones, together with their votes, by the hook that record.glsl describes.
// All records of a tile are made first and kept in registers, ITEMS per thread: thread t has the tile's
// records t, t + BLOCK_THREADS... The file offers the interface that loaded.glsl describes.
#include "compact/common.glsl"
#include RECORD_FILE

struct Held {
    uvec4 record[ITEMS][RECORD_COLUMNS];
};

// All loads are in flight before the first is used.
void load_records(uint tile, uint count, uint ring_first, inout Held held) {
    for (uint r = 0u; r < ITEMS; ++r) {
        const uint i = tile * TILE + number_of(r);
        if (i >= count) continue;
        const uint from = ring_place(ring_first, i);
        for (uint c = 0u; c < RECORD_COLUMNS; ++c) held.record[r][c] = RING_ELEMENT(c, from);
    }
}

// Makes the thread's record r and returns its vote.
bool make_held(uint tile, uint count, uint ring_first, uint r, inout uvec4 record[RECORD_COLUMNS]) {
    const uint i = tile * TILE + number_of(r);
    return i < count && make_record(i, ring_place(ring_first, i), record);
}

// Returns the votes of the thread's records; bit r is that of record r.
uint make_records(uint tile, uint count, uint ring_first, inout Held held) {
    uint votes = 0u;
#if MAKES_IN_LOOP
    // The loop's bound is a variable, so that the compiler cannot unroll it. Each turn picks its record from the registers
    // and puts it back, by constant indices.
    const uint turns = min(ITEMS, groups_for(count - min(tile * TILE, count), BLOCK_THREADS));
    for (uint turn = 0u; turn < turns; ++turn) {
        uvec4 record[RECORD_COLUMNS] = held.record[0];
        for (uint r = 1u; r < ITEMS; ++r)
            if (r == turn) record = held.record[r];
        votes |= uint(make_held(tile, count, ring_first, turn, record)) << turn;
        for (uint r = 0u; r < ITEMS; ++r)
            if (r == turn) held.record[r] = record;
    }
#else
    for (uint r = 0u; r < ITEMS; ++r) votes |= uint(make_held(tile, count, ring_first, r, held.record[r])) << r;
#endif
    return votes;
}

void collect_votes(uint tile, uint count, uint ring_first, inout Held held) {
    load_records(tile, count, ring_first, held);
    group_begins();
    begin_votes();
    const uint votes = make_records(tile, count, ring_first, held);
    for (uint r = 0u; r < ITEMS; ++r) cast_vote(number_of(r), (votes >> r & 1u) != 0u);
    block_barrier();
}

void begin_move() {}

void store_record(uint to, uvec4 record[RECORD_COLUMNS]) {
    if (to >= capacity) return;
    for (uint c = 0u; c < RECORD_COLUMNS; ++c) PACKED_ELEMENT(c, to) = record[c];
}

#ifdef PLANES
// Moves what is not held of the tile's survivors. A thread has as many loads in flight as it holds elements.
void move_apart(uint tile, uint count, uint ring_first, uint before, inout Held held) {
    for (uint first = RECORD_COLUMNS; first < ELEMENTS; first += RECORD_COLUMNS) {
        for (uint r = 0u; r < ITEMS; ++r) {
            const uint e = number_of(r), i = tile * TILE + e;
            if (i >= count || !survives_here(e)) continue;
            const uint from = ring_place(ring_first, i);
            for (uint c = 0u; c < RECORD_COLUMNS; ++c)
                if (first + c < ELEMENTS) held.record[r][c] = RING_ELEMENT(first + c, from);
        }
        for (uint r = 0u; r < ITEMS; ++r) {
            const uint e = number_of(r), to = before + rank_of(e);
            if (tile * TILE + e >= count || !survives_here(e) || to >= capacity) continue;
            for (uint c = 0u; c < RECORD_COLUMNS; ++c)
                if (first + c < ELEMENTS) PACKED_ELEMENT(first + c, to) = held.record[r][c];
        }
    }
}
#endif

void move_tile(uint tile, uint count, uint ring_first, uint before, uint survivors, Held held) {
    for (uint r = 0u; r < ITEMS; ++r) {
        const uint e = number_of(r), i = tile * TILE + e;
        if (i >= count) continue;
        const uint to = before + rank_of(e);
        record_made(i, ring_place(ring_first, i), to, held.record[r], survives_here(e));
        if (survives_here(e)) store_record(to, held.record[r]);
    }
#ifdef PLANES
    move_apart(tile, count, ring_first, before, held);
#endif
    group_made(min(tile * TILE, count), min(tile * TILE + TILE, count));
}
