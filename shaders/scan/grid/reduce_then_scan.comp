// Reduce-then-scan (Dotsenko et al., Fast Scan Algorithms on Graphics Processors, 2008): sum every tile, scan
// the sums in the same way, and then scan every tile starting with the sum of all tiles before it. It moves
// three words for each element.
//
// The host runs REDUCE_TILES over every level below the top on the way up, and then SCAN_FROM_SUMS over every
// level from the top down to the elements.
#include "scan/common.glsl"
layout(local_size_x = BLOCK_THREADS) in;
#include "scan/grid/levels.glsl"
#include "scan/grid/tile.glsl"

#define REDUCE_TILES 0
#define SCAN_FROM_SUMS 1

// --- reduce_tiles, on the way up ----------------------------------------------------------------------------------
// The sum of every tile of a level becomes one element of the next level.
// For scan_from_sums it leaves each tile's sum in sums[tile].
#if PASS == REDUCE_TILES

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

#endif
// --- scan_from_sums, on the way down ------------------------------------------------------------------------------
// Scans every tile of a level starting with the sum of all tiles before it, which the scan of the next level
// left in sums[tile].
#if PASS == SCAN_FROM_SUMS

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

#endif
