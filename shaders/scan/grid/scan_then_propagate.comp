// Scan-then-propagate, the grid strategy of the textbooks (Blelloch 1990; Kirk and Hwu): scan every tile by
// itself, scan the tiles' sums in the same way, and add to every tile the sum of all tiles before it. It
// moves four words for each element.
//
// The host runs `scan_tiles` over every level from the elements up to the top, and then `propagate` over every
// level below the top on the way down.
#include "scan/common.glsl"
layout(local_size_x = BLOCK_THREADS) in;
#include "scan/grid/levels.glsl"
#include "scan/grid/tile.glsl"

#section scan_tiles
// On the way up: scans every tile of a level by itself; its sum becomes one element of the next level.
// For propagate it leaves each tile's sum in sums[tile].

layout(std430, binding = BIND_SCAN_SUMS) writeonly buffer ScanSums { T sums[]; };

void store_sum(uint tile, T sum) {
    if (!is_top) sums[sums_first + tile] = sum;
    else if (wants_total) scan_total[total_index] = sum;
}

void main() {
    const uint tile = group_index();
    const uint count = elements_of_level();
    if (tile >= tiles_of(count)) return;  // uniform for the whole block
    T x[ITEMS];
    load_tile(tile * TILE, count, input_first, x);
    const T sum = block_scan(x, inclusive);
    store_tile(tile * TILE, count, output_first, IDENTITY, x);
    if (gl_LocalInvocationIndex == 0u) store_sum(tile, sum);
}

#section propagate
// On the way down: combines every element of a tile with the sum of all tiles before it, which the scan of the next level left
// in sums[tile]. The host binds the output of the level's scan as input and output.

layout(std430, binding = BIND_SCAN_SUMS) readonly buffer ScanSums { T sums[]; };

void main() {
    const uint count = elements_of_level();
    const uint tiles = tiles_of(count);
    if (group_index() >= tiles) return;
    // The last tiles come first, because scan_tiles wrote them last and the cache may still hold them.
    const uint tile = tiles - 1u - group_index();
    if (tile == 0u) return;  // nothing precedes the first tile
    T x[ITEMS];
    load_tile(tile * TILE, count, output_first, x);
    store_tile(tile * TILE, count, output_first, sums[sums_first + tile], x);
}
