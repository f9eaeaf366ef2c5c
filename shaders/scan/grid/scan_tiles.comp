// Scan-then-propagate, on the way up: every tile of a level is scanned by itself, and its sum becomes one
// element of the next level. Promises propagate.comp: sums[tile] holds the tile's sum.
#define BLOCK_THREADS SCAN_THREADS
#define ITEMS SCAN_ITEMS
#include "shared.h"
layout(local_size_x = BLOCK_THREADS) in;

layout(std430, binding = BIND_SCAN_SUMS) writeonly buffer ScanSums { uint sums[]; };
layout(std430, binding = BIND_SCAN_TOTAL) writeonly buffer ScanTotal { uint scan_total[]; };

#include "scan/tile.glsl"
#include BLOCK_SCAN_FILE
#include "scan/grid/level.glsl"

uniform uint input_first;     // word of scan_input where the level's elements begin
uniform uint output_first;
uniform uint sums_first;      // word of sums where the next level's elements begin
uniform bool inclusive;
uniform bool is_top;          // the level has one tile: its sum is the total
uniform bool wants_total;
uniform uint total_index;

void publish_sum(uint tile, uint sum) {
    if (!is_top) sums[sums_first + tile] = sum;
    else if (wants_total) scan_total[total_index] = sum;
}

void main() {
    const uint tile = group_index();
    const uint count = elements_of_level();
    if (tile >= tiles_of(count)) return;  // the same for the whole block
    uint x[ITEMS];
    load_tile(tile * TILE, count, input_first, x);
    const uint sum = block_scan(x, inclusive);
    store_tile(tile * TILE, count, output_first, x);
    if (gl_LocalInvocationIndex == 0u) publish_sum(tile, sum);
}
