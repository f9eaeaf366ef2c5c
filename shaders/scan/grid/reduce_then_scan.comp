// Reduce-then-scan (Dotsenko et al., Fast Scan Algorithms on Graphics Processors, 2008): sum every tile, scan
// the sums in the same way, and then scan every tile starting with the sum of all tiles before it. It moves
// three words for each element.
//
// The host runs `reduce_tiles` over every level below the top on the way up, and then `scan_from_sums` over every
// level from the top down to the elements.
#include "scan/common.glsl"
layout(local_size_x = BLOCK_THREADS) in;
#include "scan/grid/levels.glsl"
#include "scan/grid/tile.glsl"

#section reduce_tiles
// On the way up: the sum of every tile of a level becomes one element of the next level.
// For scan_from_sums it leaves each tile's sum in sums[tile].

layout(std430, binding = BIND_SCAN_SUMS) writeonly buffer ScanSums { T sums[]; };

void main() {
    const uint tile = group_index();
    const uint count = elements_of_level();
    if (tile >= tiles_of(count)) return;  // uniform for the whole block
    T x[ITEMS];
    load_tile(tile * TILE, count, input_first, x);
    const T sum = block_scan(x, true);
    if (gl_LocalInvocationIndex == 0u) sums[sums_first + tile] = sum;
}

#section scan_from_sums
// On the way down: scans every tile of a level starting with the sum of all tiles before it, which the scan of the next level
// left in sums[tile].

layout(std430, binding = BIND_SCAN_SUMS) readonly buffer ScanSums { T sums[]; };

void main() {
    const uint count = elements_of_level();
    const uint tiles = tiles_of(count);
    if (group_index() >= tiles) return;
    // The last tiles come first, because reduce_tiles read them last and the cache may still hold them.
    const uint tile = tiles - 1u - group_index();
    T x[ITEMS];
    load_tile(tile * TILE, count, input_first, x);
    const T sum = block_scan(x, inclusive);
    const T before = is_top ? IDENTITY : sums[sums_first + tile];
    store_tile(tile * TILE, count, output_first, before, x);
    if (is_top && wants_total && gl_LocalInvocationIndex == 0u) scan_total[total_index] = sum;
}
