// A tile between memory and the registers of its block. Neighbouring threads touch neighbouring rows of 16 bytes
// in memory; shared memory turns that into ITEMS consecutive elements a thread and back. Tiles that end early, or
// lie at offsets that are no multiple of a row, go word by word.
// Needs BLOCK_THREADS and ITEMS (a multiple of 4).
#include "common.glsl"

const uint TILE = BLOCK_THREADS * ITEMS;
const uint ROW = 4u;                      // words of a row
const uint THREAD_ROWS = ITEMS / ROW;
const uint TILE_ROWS = TILE / ROW;
const uint PHASE_ROWS = 8u;               // rows of 16 bytes that 32 banks of 4 bytes serve at once

layout(std430, binding = BIND_SCAN_INPUT) readonly buffer ScanInput { uint scan_input[]; };
layout(std430, binding = BIND_SCAN_INPUT) readonly buffer ScanInputRows { uvec4 scan_input_rows[]; };
layout(std430, binding = BIND_SCAN_OUTPUT) writeonly buffer ScanOutput { uint scan_output[]; };
layout(std430, binding = BIND_SCAN_OUTPUT) writeonly buffer ScanOutputRows { uvec4 scan_output_rows[]; };

shared uvec4 exchange[TILE_ROWS + TILE_ROWS / PHASE_ROWS];

// One row of padding every PHASE_ROWS, so that neither consecutive nor strided threads meet in a bank.
uint padded(uint row) { return row + row / PHASE_ROWS; }

// The tile lies wholly inside the elements, and its rows are rows of the buffer. Tiles begin at or before `count`.
bool moves_rows(uint tile_first, uint count, uint buffer_first) {
    return count - tile_first >= TILE && buffer_first % ROW == 0u;
}

// Row r of this thread, in the order of memory: a row beside its neighbour's.
uint striped(uint r) { return r * BLOCK_THREADS + gl_LocalInvocationIndex; }
// Row r of this thread, in the order of elements: behind its own row before.
uint blocked(uint r) { return gl_LocalInvocationIndex * THREAD_ROWS + r; }

// All rows are on their way before the first is used.
void load_rows(uint first_row) {
    uvec4 rows[THREAD_ROWS];
    for (uint r = 0u; r < THREAD_ROWS; ++r) rows[r] = scan_input_rows[first_row + striped(r)];
    for (uint r = 0u; r < THREAD_ROWS; ++r) exchange[padded(striped(r))] = rows[r];
}

// The rare path. Its loops over rows and words begin at the thread's number, so that no compiler unrolls them:
// compiling costs time too.
void load_words(uint tile_first, uint count, uint buffer_first) {
    for (uint row = gl_LocalInvocationIndex; row < TILE_ROWS; row += BLOCK_THREADS) {
        uvec4 words = uvec4(0u);
        for (uint w = 0u; w < ROW; ++w) {
            const uint i = tile_first + row * ROW + w;
            if (i < count) words[w] = scan_input[buffer_first + i];
        }
        exchange[padded(row)] = words;
    }
}

// Elements at or beyond `count` read as zero. Ends without a barrier: the exchange is written next only after
// the barriers of the block scan.
void load_tile(uint tile_first, uint count, uint buffer_first, out uint x[ITEMS]) {
    if (moves_rows(tile_first, count, buffer_first)) load_rows((buffer_first + tile_first) / ROW);
    else load_words(tile_first, count, buffer_first);
    block_barrier();
    for (uint r = 0u; r < THREAD_ROWS; ++r) {
        const uvec4 row = exchange[padded(blocked(r))];
        x[r * ROW] = row.x;
        x[r * ROW + 1u] = row.y;
        x[r * ROW + 2u] = row.z;
        x[r * ROW + 3u] = row.w;
    }
}

void store_words(uint tile_first, uint count, uint buffer_first) {
    const uint words = min(TILE, count - tile_first);
    for (uint i = gl_LocalInvocationIndex; i < words; i += BLOCK_THREADS)
        scan_output[buffer_first + tile_first + i] = exchange[padded(i / ROW)][i % ROW];
}

void store_tile(uint tile_first, uint count, uint buffer_first, uint x[ITEMS]) {
    for (uint r = 0u; r < THREAD_ROWS; ++r)
        exchange[padded(blocked(r))] = uvec4(x[r * ROW], x[r * ROW + 1u], x[r * ROW + 2u], x[r * ROW + 3u]);
    block_barrier();
    if (moves_rows(tile_first, count, buffer_first)) {
        const uint first_row = (buffer_first + tile_first) / ROW;
        for (uint r = 0u; r < THREAD_ROWS; ++r) scan_output_rows[first_row + striped(r)] = exchange[padded(striped(r))];
    } else {
        store_words(tile_first, count, buffer_first);
    }
}
