// Scan-then-propagate, on the way down: every element of a tile gets the sum of all tiles before it, which the
// scan of the next level left in sums[tile].
#define BLOCK_THREADS SCAN_THREADS
#define ITEMS SCAN_ITEMS
#include "shared.h"
layout(local_size_x = BLOCK_THREADS) in;

layout(std430, binding = BIND_SCAN_OUTPUT) buffer ScanOutput { uint scan_output[]; };
layout(std430, binding = BIND_SCAN_OUTPUT) buffer ScanOutputRows { uvec4 scan_output_rows[]; };
layout(std430, binding = BIND_SCAN_SUMS) readonly buffer ScanSums { uint sums[]; };

const uint TILE = BLOCK_THREADS * ITEMS;
#include "scan/grid/level.glsl"

uniform uint output_first;
uniform uint sums_first;

const uint ROW = 4u;

// All rows are on their way before the first is written.
void add_to_rows(uint first_row, uint before) {
    const uint at = first_row + gl_LocalInvocationIndex;
    uvec4 rows[ITEMS / ROW];
    for (uint r = 0u; r < ITEMS / ROW; ++r) rows[r] = scan_output_rows[at + r * BLOCK_THREADS];
    for (uint r = 0u; r < ITEMS / ROW; ++r) scan_output_rows[at + r * BLOCK_THREADS] = rows[r] + before;
}

void add_to_words(uint tile_first, uint count, uint before) {
    const uint words = min(TILE, count - tile_first);
    for (uint i = gl_LocalInvocationIndex; i < words; i += BLOCK_THREADS)
        scan_output[output_first + tile_first + i] += before;
}

void main() {
    const uint count = elements_of_level();
    const uint tiles = tiles_of(count);
    if (group_index() >= tiles) return;
    // The last tiles come first: scan_tiles wrote them last, and the cache may still hold them.
    const uint tile = tiles - 1u - group_index();
    if (tile == 0u) return;  // nothing lies before the first tile
    const uint before = sums[sums_first + tile];
    const uint tile_first = tile * TILE;
    if (count - tile_first >= TILE && output_first % ROW == 0u) add_to_rows((output_first + tile_first) / ROW, before);
    else add_to_words(tile_first, count, before);
}
