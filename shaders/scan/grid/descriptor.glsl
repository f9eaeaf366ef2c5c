// What a tile of a single-pass strategy has made known of itself: nothing yet, the sum of its own elements, or the sum
// of all up to its end. Needs TILES_BINDING.
//
// Each word holds some bits of the value under a tag of the run's epoch and the status, so that value and status arrive
// together, no bit is taken from the value, and what earlier runs left needs no clearing: its epoch is another.
#include DESCRIPTOR_FILE

const uint EMPTY = 0u, AGGREGATE = 1u, PREFIX = 2u;
const uint STATUS_BITS = 2u;
const uint TILE_WORDS = 32u * WORDS_OF_T / PAYLOAD_BITS;

layout(std430, binding = TILES_BINDING) coherent volatile buffer ScanTiles { WORD tile_words[]; };

uniform uint epoch;  // of this run: 1 to 2^EPOCH_BITS - 1. Before they begin anew the host clears the words.

struct Known {
    uint status;
    T value;
};

uint tag(uint status) { return epoch << STATUS_BITS | status; }

uint payload(T value, uint part) {
    const uvec2 bits = bits_of(value);
    const uint first = part * PAYLOAD_BITS;
    return PAYLOAD_BITS == 32u ? bits[part] : bits[first / 32u] >> (first % 32u) & 0xFFFFu;
}

// Words that do not belong together (one is being published) count as empty.
Known read_tile(uint tile) {
    uvec2 bits = uvec2(0u);
    uint found = 0u;
    bool whole = true;
    for (uint part = 0u; part < TILE_WORDS; ++part) {
        const WORD word = tile_words[tile * TILE_WORDS + part];
        const uint first = part * PAYLOAD_BITS;
        bits[first / 32u] |= payload_of(word) << (first % 32u);
        whole = whole && (part == 0u || tag_of(word) == found);
        found = tag_of(word);
    }
    const bool here = whole && found >> STATUS_BITS == epoch;
    return Known(here ? found & ((1u << STATUS_BITS) - 1u) : EMPTY, from_bits(bits));
}

// By exchanges: plain stores would queue behind the tiles that the multiprocessor is writing out.
void publish(uint tile, uint status, T value) {
    for (uint part = 0u; part < TILE_WORDS; ++part)
        atomicExchange(tile_words[tile * TILE_WORDS + part], tagged(payload(value, part), tag(status)));
}

// In another tile's place, whose own word always wins: written only where nothing of this run stands. Value and status
// must be what the tile would publish first.
void publish_if_empty(uint tile, uint status, T value) {
    memoryBarrier();  // what the value was computed from was read before
    for (uint part = 0u; part < TILE_WORDS; ++part) {
        const uint at_word = tile * TILE_WORDS + part;
        const WORD stands = tile_words[at_word];
        if (tag_of(stands) >> STATUS_BITS != epoch)
            atomicCompSwap(tile_words[at_word], stands, tagged(payload(value, part), tag(status)));
    }
}
