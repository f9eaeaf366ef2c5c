// Decoupled look-back: one pass, in which each tile publishes the aggregate of its own items at once, and
// then adds up what lies before it by itself, from the tile before it backwards, until it finds an inclusive
// prefix. A block is a tile, a thread an item. Each event takes the next number of one counter, which orders
// the events of all tiles without a clock; apart from these notes it is the algorithm.
#pragma once

#include "cuda/lab/common.cuh"

namespace winnow::cuda::look_back {

struct Shared {
    int x[LAB_THREADS];
    int before;  // of the tiles that the look-back has taken, combined
    uint found;  // the status of the tile that it looked at last
};

static __device__ uint own_tile() {
    return blockIdx.x;
}

// Note: the first thread gives an event the next number. An event before a publication has a lower number
// than all that the publication leads to, because a fence lies between the two.
static __device__ uint note(const Lab& lab, uint kind, uint at, int value) {
    const uint number = atomicAdd(&lab.history->count, 1u);
    if (number < shared::LAB_EVENTS) lab.history->events[number] = {own_tile(), kind, at, 0, value, 0, 0, 0};
    return number;
}

static __device__ void note_looks(const Lab& lab, uint number, uint looks) {
    if (number < shared::LAB_EVENTS) lab.history->events[number].looks = looks;
}

// Load: each thread loads one item of the tile.
static __device__ void load(const Lab& lab, Shared& s, uint tile) {
    const uint i = threadIdx.x;
    __syncthreads();
    s.x[i] = lab.values[tile * LAB_THREADS + i];
    __syncthreads();
}

// Scan: the block scans the items, and the last one becomes the tile's aggregate (Kogge and Stone).
static __device__ void scan(const Lab& lab, Shared& s) {
    const uint i = threadIdx.x;
    for (uint stride = 1; stride < LAB_THREADS; stride *= 2) {
        int left = lab.identity;
        if (i >= stride) left = s.x[i - stride];
        __syncthreads();
        if (i >= stride) s.x[i] = lab.combine(left, s.x[i]);
        __syncthreads();
    }
}

// Publish: the word first, and its status only when others see the word.
static __device__ void publish_aggregate(const Lab& lab, uint tile, int aggregate) {
    lab.tiles[tile].aggregate = aggregate;
    note(lab, shared::LAB_PUBLISHES_AGGREGATE, tile, aggregate);
    __threadfence();
    atomicExch(&lab.tiles[tile].status, shared::LAB_AGGREGATE);
}

static __device__ void publish_prefix(const Lab& lab, uint tile, int prefix) {
    lab.tiles[tile].prefix = prefix;
    note(lab, shared::LAB_PUBLISHES_PREFIX, tile, prefix);
    __threadfence();
    atomicExch(&lab.tiles[tile].status, shared::LAB_PREFIX);
}

// Wait: looks again until the tile has published something, but not for ever, because nothing promises that
// its block runs while this one waits. Returns the status.
static __device__ uint wait_for(const Lab& lab, const Shared& s, uint at) {
    const volatile shared::LabTile& tile = lab.tiles[at];
    uint status = tile.status, looks = 0;
    if (status != shared::LAB_EMPTY) return status;
    const uint event = note(lab, shared::LAB_WAITS, at, s.before);
    for (; looks < shared::LAB_LOOKS && status == shared::LAB_EMPTY; ++looks) status = tile.status;
    note_looks(lab, event, looks);
    return status;
}

// Look: takes the word of one more tile, the one that reaches furthest back. Returns its status.
static __device__ uint look_at(const Lab& lab, Shared& s, uint at) {
    const uint status = wait_for(lab, s, at);
    if (status == shared::LAB_EMPTY) return status;
    __threadfence();
    const volatile shared::LabTile& tile = lab.tiles[at];
    const bool is_prefix = status == shared::LAB_PREFIX;
    s.before = lab.combine(is_prefix ? tile.prefix : tile.aggregate, s.before);
    note(lab, is_prefix ? shared::LAB_FINDS_PREFIX : shared::LAB_FINDS_AGGREGATE, at, s.before);
    return status;
}

// Compute again: the block has waited long enough, and computes the missing aggregate itself.
static __device__ void compute_again(const Lab& lab, Shared& s, uint at) {
    load(lab, s, at);
    scan(lab, s);
    if (threadIdx.x != 0) return;
    s.before = lab.combine(s.x[LAB_THREADS - 1], s.before);
    note(lab, shared::LAB_COMPUTES_AGAIN, at, s.before);
}

// Look back: from tile to tile until there is an inclusive prefix, or the first tile is reached.
static __device__ void look_back(const Lab& lab, Shared& s, uint tile) {
    const bool first = threadIdx.x == 0;
    if (first) s.before = lab.identity;
    for (uint next = tile; next > 0; --next) {
        if (first) s.found = look_at(lab, s, next - 1);
        __syncthreads();
        const uint status = s.found;
        if (status == shared::LAB_PREFIX) return;
        if (status == shared::LAB_EMPTY) compute_again(lab, s, next - 1);
        __syncthreads();
    }
}

// Store: every item with everything before the tile in front of it.
static __device__ void store(const Lab& lab, const Shared& s, uint tile, int item) {
    if (tile > 0) item = lab.combine(s.before, item);
    lab.scanned[tile * LAB_THREADS + threadIdx.x] = item;
}

static __global__ void kernel(Lab lab) {
    __shared__ Shared s;
    const uint tile = own_tile();
    const bool first = threadIdx.x == 0;
    if (first) note(lab, shared::LAB_STARTS, tile, lab.identity);
    load(lab, s, tile);
    if (first) note(lab, shared::LAB_LOADS, tile, lab.identity);
    scan(lab, s);
    const int item = s.x[threadIdx.x], aggregate = s.x[LAB_THREADS - 1];
    int prefix = aggregate;
    if (tile > 0) {
        if (first) publish_aggregate(lab, tile, aggregate);
        look_back(lab, s, tile);
        if (first) prefix = lab.combine(s.before, aggregate);
    }
    if (first) {
        publish_prefix(lab, tile, prefix);
        note(lab, shared::LAB_STORES, tile, prefix);
    }
    store(lab, s, tile, item);
    __syncthreads();
    if (first) note(lab, shared::LAB_ENDS, tile, prefix);
}

}  // namespace winnow::cuda::look_back
