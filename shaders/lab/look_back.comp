// Decoupled look-back: one pass, in which each tile publishes the aggregate of its own items at once, and then adds up
// what lies before it by itself, from the tile before it backwards, until it finds an inclusive prefix. A block is a
// tile, a thread an item. Each event takes the next number of one counter, which orders the events of all tiles
// without a clock; apart from these notes it is the algorithm.
#include "lab/common.glsl"

layout(std430, binding = BIND_LAB_SCANNED) writeonly buffer LabScanned { int scanned[]; };
layout(std430, binding = BIND_LAB_TILES) coherent volatile buffer LabTiles { LabTile tiles[]; };
layout(std430, binding = BIND_LAB_HISTORY) coherent buffer LabHistoryBuffer { LabHistory history; };

shared int x[LAB_THREADS];
shared int before;  // of the tiles that the look-back has taken, combined
shared uint found;  // the status of the tile that it looked at last

uint own_tile() { return gl_WorkGroupID.x; }

// Note: the first thread gives an event the next number. An event before a publication has a lower number than all
// that the publication leads to, because a memory barrier lies between the two.
uint note(uint kind, uint at, int value) {
    const uint number = atomicAdd(history.count, 1u);
    if (number < LAB_EVENTS) history.events[number] = LabEvent(own_tile(), kind, at, 0u, value, 0u, 0u, 0u);
    return number;
}

void note_looks(uint number, uint looks) {
    if (number < LAB_EVENTS) history.events[number].looks = looks;
}

// Load: each thread loads one item of the tile.
void load(uint tile) {
    const uint i = gl_LocalInvocationIndex;
    block_barrier();
    x[i] = values[tile * LAB_THREADS + i];
    block_barrier();
}

// Scan: the block scans the items, and the last one becomes the tile's aggregate (Kogge and Stone).
void scan() {
    const uint i = gl_LocalInvocationIndex;
    for (uint stride = 1u; stride < LAB_THREADS; stride *= 2u) {
        int left = identity;
        if (i >= stride) left = x[i - stride];
        block_barrier();
        if (i >= stride) x[i] = combine(left, x[i]);
        block_barrier();
    }
}

// Publish: the word first, and its status only when others see the word.
void publish_aggregate(uint tile, int aggregate) {
    tiles[tile].aggregate = aggregate;
    note(LAB_PUBLISHES_AGGREGATE, tile, aggregate);
    memoryBarrier();
    atomicExchange(tiles[tile].status, LAB_AGGREGATE);
}

void publish_prefix(uint tile, int prefix) {
    tiles[tile].prefix = prefix;
    note(LAB_PUBLISHES_PREFIX, tile, prefix);
    memoryBarrier();
    atomicExchange(tiles[tile].status, LAB_PREFIX);
}

// Wait: looks again until the tile has published something, but not for ever, because nothing promises that its block
// runs while this one waits. Returns the status.
uint wait_for(uint at) {
    uint status = tiles[at].status, looks = 0u;
    if (status != LAB_EMPTY) return status;
    const uint event = note(LAB_WAITS, at, before);
    for (; looks < LAB_LOOKS && status == LAB_EMPTY; ++looks) status = tiles[at].status;
    note_looks(event, looks);
    return status;
}

// Look: takes the word of one more tile, the one that reaches furthest back. Returns its status.
uint look_at(uint at) {
    const uint status = wait_for(at);
    if (status == LAB_EMPTY) return status;
    memoryBarrier();
    before = combine(status == LAB_PREFIX ? tiles[at].prefix : tiles[at].aggregate, before);
    note(status == LAB_PREFIX ? LAB_FINDS_PREFIX : LAB_FINDS_AGGREGATE, at, before);
    return status;
}

// Compute again: the block has waited long enough, and computes the missing aggregate itself.
void compute_again(uint at) {
    load(at);
    scan();
    if (gl_LocalInvocationIndex != 0u) return;
    before = combine(x[LAB_THREADS - 1u], before);
    note(LAB_COMPUTES_AGAIN, at, before);
}

// Look back: from tile to tile until there is an inclusive prefix, or the first tile is reached.
void look_back(uint tile) {
    const bool first = gl_LocalInvocationIndex == 0u;
    if (first) before = identity;
    for (uint next = tile; next > 0u; --next) {
        if (first) found = look_at(next - 1u);
        block_barrier();
        const uint status = found;
        if (status == LAB_PREFIX) return;
        if (status == LAB_EMPTY) compute_again(next - 1u);
        block_barrier();
    }
}

// Store: every item with everything before the tile in front of it.
void store(uint tile, int item) {
    if (tile > 0u) item = combine(before, item);
    scanned[tile * LAB_THREADS + gl_LocalInvocationIndex] = item;
}

void main() {
    const uint tile = own_tile();
    const bool first = gl_LocalInvocationIndex == 0u;
    if (first) note(LAB_STARTS, tile, identity);
    load(tile);
    if (first) note(LAB_LOADS, tile, identity);
    scan();
    const int item = x[gl_LocalInvocationIndex], aggregate = x[LAB_THREADS - 1u];
    int prefix = aggregate;
    if (tile > 0u) {
        if (first) publish_aggregate(tile, aggregate);
        look_back(tile);
        if (first) prefix = combine(before, aggregate);
    }
    if (first) {
        publish_prefix(tile, prefix);
        note(LAB_STORES, tile, prefix);
    }
    store(tile, item);
    block_barrier();
    if (first) note(LAB_ENDS, tile, prefix);
}
