// A tile between memory and the registers of its block. Neighbouring threads touch neighbouring words of memory
// (coalesced); shared memory turns that into ITEMS consecutive elements a thread and back.
// Needs BLOCK_THREADS, ITEMS, and the buffers scan_input and scan_output.

#include "common.glsl"

const uint TILE = BLOCK_THREADS * ITEMS;
const uint BANKS = 32u;

shared uint exchange[TILE + TILE / BANKS];

// One word of padding every BANKS words, so that threads that stride by ITEMS meet different banks.
uint padded(uint i) { return i + i / BANKS; }

// Elements at or beyond `count` read as zero. Ends without a barrier: the exchange is written next only after
// the barriers of the block scan.
void load_tile(uint tile_first, uint count, uint buffer_first, out uint x[ITEMS]) {
    for (uint k = 0u; k < ITEMS; ++k) {
        const uint i = k * BLOCK_THREADS + gl_LocalInvocationIndex;
        exchange[padded(i)] = tile_first + i < count ? scan_input[buffer_first + tile_first + i] : 0u;
    }
    block_barrier();
    for (uint k = 0u; k < ITEMS; ++k) x[k] = exchange[padded(gl_LocalInvocationIndex * ITEMS + k)];
}

void store_tile(uint tile_first, uint count, uint buffer_first, uint x[ITEMS]) {
    for (uint k = 0u; k < ITEMS; ++k) exchange[padded(gl_LocalInvocationIndex * ITEMS + k)] = x[k];
    block_barrier();
    for (uint k = 0u; k < ITEMS; ++k) {
        const uint i = k * BLOCK_THREADS + gl_LocalInvocationIndex;
        if (tile_first + i < count) scan_output[buffer_first + tile_first + i] = exchange[padded(i)];
    }
}
