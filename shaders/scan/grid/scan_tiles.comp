// Scan-then-propagate, on the way up: every tile of a level is scanned by itself, and its sum becomes one element of
// the next level. Promises propagate.comp: sums[tile] holds the tile's sum.
#include "scan/extensions.glsl"
#include "shared.h"
layout(local_size_x = BLOCK_THREADS) in;
#include BLOCK_SCAN_FILE
#include "scan/grid/level.glsl"
#include "scan/grid/tile.glsl"

layout(std430, binding = BIND_SCAN_SUMS) writeonly buffer ScanSums { T sums[]; };

void publish_sum(uint tile, T sum) {
    if (!is_top) sums[sums_first + tile] = sum;
    else if (wants_total) scan_total[total_index] = sum;
}

void main() {
    const uint tile = group_index();
    const uint count = elements_of_level();
    if (tile >= tiles_of(count)) return;  // the same for the whole block
    T x[ITEMS];
    load_tile(tile * TILE, count, input_first, x);
    const T sum = block_scan(x, inclusive);
    store_tile(tile * TILE, count, output_first, IDENTITY, x);
    if (gl_LocalInvocationIndex == 0u) publish_sum(tile, sum);
}
