// How the tiles of a single-pass strategy wait for each other: the states that they publish, the order in
// which blocks take them, and the fallback that bounds the waiting.
//
// OpenGL does not guarantee that a waiting block sees others progress. So a tile that has waited long enough
// computes the missing sum itself. A fallback only reads elements, so computing a sum twice is harmless; a
// tile publishes its own sum before its first store, and a fallback publishes a sum only while the tile's own
// state is empty.
//
// A kernel computes the sum of one target after another, beginning with its own tile, until none is missing:
//   for (uint target = tile; target != NO_TILE; target = next_target()) {
//       ...
//       publish_sum(tile, target, sum);
//   }
// Afterwards prefix_before holds the sum of everything before its tile.
//
// The host defines SPIN_LIMIT, the number of polls of a tile's state before a block gives up waiting.
#include "scan/common.glsl"

#ifndef TILES_BINDING  // compactors bind the states and tickets elsewhere
#define TILES_BINDING BIND_SCAN_TILES
#define TICKETS_BINDING BIND_SCAN_TICKETS
#endif

// The kernel defines it. It is called after a block has published its tile's sum and before it stores
// anything.
void order_before_stores();

// The strategy defines these two. The first publishes the block's own tile and sets either prefix_before or
// missing_tile; all threads call it. The second publishes the sum of another tile on its behalf; the first
// thread calls it.
void publish_and_look_back(uint tile, T sum);
void fall_back(uint target, T sum);

// --- tile states --------------------------------------------------------------------------------------------------
// A tile has published nothing yet, the sum of its own elements, or the sum of all elements up to its end.
// Each word of a state holds some bits of the value and a tag of the run's epoch and the status. So value and
// status arrive together, the value keeps all its bits, and the words of earlier runs need no clearing,
// because their epoch differs.

const uint EMPTY = 0u, AGGREGATE = 1u, INCLUSIVE_PREFIX = 2u;
const uint STATUS_BITS = 2u;

#ifdef NEEDS_INT64_ATOMICS  // 64-bit words: 32 bits of a value and 32 bits of its tag
#define WORD uint64_t
const uint PAYLOAD_BITS = 32u;
WORD tagged(uint payload, uint tag) { return packUint2x32(uvec2(payload, tag)); }
uint tag_of(WORD word) { return unpackUint2x32(word).y; }
uint payload_of(WORD word) { return unpackUint2x32(word).x; }
#else  // 32-bit words: 16 bits of a value and 16 bits of its tag
#define WORD uint
const uint PAYLOAD_BITS = 16u;
WORD tagged(uint payload, uint tag) { return tag << 16 | payload; }
uint tag_of(WORD word) { return word >> 16; }
uint payload_of(WORD word) { return word & 0xFFFFu; }
#endif

// If a value takes several words, a tile's aggregate and its inclusive prefix have words of their own, and the
// prefix never replaces the aggregate. Otherwise a tile that stops between two words of its prefix would leave
// neither whole, and no fallback could publish the aggregate again.
const uint VALUE_WORDS = 32u * WORDS_OF_T / PAYLOAD_BITS;
const uint TILE_WORDS = VALUE_WORDS == 1u ? 1u : 2u * VALUE_WORDS;

layout(std430, binding = TILES_BINDING) coherent volatile buffer ScanTiles { WORD tile_words[]; };

uniform uint epoch;  // 1 to the last that fits a tag; before a wrap-around the host clears the words

struct TileState {
    uint status;
    T value;
};

uint tag(uint status) { return epoch << STATUS_BITS | status; }

uint payload(T value, uint part) {
    const uvec2 bits = bits_of(value);
    const uint first = part * PAYLOAD_BITS;
    return PAYLOAD_BITS == 32u ? bits[part] : bits[first / 32u] >> (first % 32u) & 0xFFFFu;
}

// Returns the index in tile_words of the first word that holds the tile's sum of this status.
uint first_word(uint tile, uint status) {
    return tile * TILE_WORDS + (status == INCLUSIVE_PREFIX ? TILE_WORDS - VALUE_WORDS : 0u);
}

// Returns the state as empty if its words do not match because the tile is just being published.
TileState read_words(uint begin) {
    uvec2 bits = uvec2(0u);
    uint found = 0u;
    bool whole = true;
    for (uint part = 0u; part < VALUE_WORDS; ++part) {
        const WORD word = tile_words[begin + part];
        const uint first = part * PAYLOAD_BITS;
        bits[first / 32u] |= payload_of(word) << (first % 32u);
        whole = whole && (part == 0u || tag_of(word) == found);
        found = tag_of(word);
    }
    const bool here = whole && found >> STATUS_BITS == epoch;
    return TileState(here ? found & ((1u << STATUS_BITS) - 1u) : EMPTY, from_bits(bits));
}

// Returns the inclusive prefix if it is published, or else the aggregate or an empty state.
TileState read_tile_state(uint tile) {
    const TileState prefix = read_words(first_word(tile, INCLUSIVE_PREFIX));
    if (VALUE_WORDS == 1u || prefix.status != EMPTY) return prefix;
    return read_words(first_word(tile, AGGREGATE));
}

// Publishes by exchanges, because plain stores would queue behind the tiles that the multiprocessor is
// writing out.
void publish(uint tile, uint status, T value) {
    const uint begin = first_word(tile, status);
    for (uint part = 0u; part < VALUE_WORDS; ++part)
        atomicExchange(tile_words[begin + part], tagged(payload(value, part), tag(status)));
}

// Publishes on behalf of another tile, whose own words always win: a word is written only if it holds nothing
// of this run. Value and status must be those that the tile itself would publish first.
void publish_if_empty(uint tile, uint status, T value) {
    memoryBarrier();  // orders the reads that the value depends on before publishing
    const uint begin = first_word(tile, status);
    for (uint part = 0u; part < VALUE_WORDS; ++part) {
        const WORD stands = tile_words[begin + part];
        if (tag_of(stands) >> STATUS_BITS != epoch)
            atomicCompSwap(tile_words[begin + part], stands, tagged(payload(value, part), tag(status)));
    }
}

// --- schedule: which tile a block takes ---------------------------------------------------------------------------

#define BY_TEST 0
#define BY_INDEX 1
#define BY_TICKET 2

#if SCHEDULE == BY_INDEX
// Tiles by block index: the fastest if blocks start in that order. The index goes through shared memory
// although every thread knows it: with NVIDIA's compiler 2^28 elements then take 541 us instead of 740 us on
// an H200, apparently because the tile then stays in registers.
shared uint index;

uint take_tile(uint tiles) {
    if (gl_LocalInvocationIndex == 0u) index = group_index();
    block_barrier();
    return index;
}

void delay_tile(uint tile) {}  // only tests delay tiles
#elif SCHEDULE == BY_TICKET
// Tiles in the order in which blocks start. There are two tickets: run e uses number e % 2 and clears the
// other. They survive between runs.
layout(std430, binding = TICKETS_BINDING) coherent buffer ScanTickets { uint tickets[]; };
shared uint ticket;

uint take_tile(uint tiles) {
    if (gl_LocalInvocationIndex == 0u) {
        ticket = atomicAdd(tickets[epoch % SCAN_TICKETS], 1u);
        if (ticket == 0u) tickets[(epoch + 1u) % SCAN_TICKETS] = 0u;
    }
    block_barrier();
    return ticket;
}

void delay_tile(uint tile) {}
#endif
#include SCHEDULE_FILE  // empty but in tests, whose schedules are BY_TEST

// --- waiting and fallback -----------------------------------------------------------------------------------------

// The result of the block's wait: the sum of everything before its tile, or the tile whose sum must be
// computed first.
const uint NO_TILE = 0xFFFFFFFFu;
shared T prefix_before;
shared uint missing_tile;

void publish_sum(uint tile, uint target, T sum) {
    if (target == tile) {
        publish_and_look_back(tile, sum);
    } else if (gl_LocalInvocationIndex == 0u) {
        fall_back(target, sum);
        missing_tile = tile;  // returns to its own tile
    }
}

uint next_target() {
    block_barrier();
    const uint target = missing_tile;
    if (target != NO_TILE) block_barrier();  // every thread has read it
    return target;
}
