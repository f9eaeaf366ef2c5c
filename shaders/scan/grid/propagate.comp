// Scan-then-propagate, on the way down: every element of a tile gets the sum of all tiles before it, which the scan of
// the next level left in sums[tile]. The level is bound as input and output.
#include "scan/extensions.glsl"
#include "shared.h"
layout(local_size_x = BLOCK_THREADS) in;
#include BLOCK_SCAN_FILE
#include "scan/grid/level.glsl"
#include "scan/grid/tile.glsl"

layout(std430, binding = BIND_SCAN_SUMS) readonly buffer ScanSums { T sums[]; };

void main() {
    const uint count = elements_of_level();
    const uint tiles = tiles_of(count);
    if (group_index() >= tiles) return;
    // The last tiles come first: scan_tiles wrote them last, and the cache may still hold them.
    const uint tile = tiles - 1u - group_index();
    if (tile == 0u) return;  // nothing lies before the first tile
    T x[ITEMS];
    load_tile(tile * TILE, count, output_first, x);
    store_tile(tile * TILE, count, output_first, sums[sums_first + tile], x);
}
