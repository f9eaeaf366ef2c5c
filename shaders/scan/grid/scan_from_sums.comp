// Reduce-then-scan, on the way down: every tile of a level is scanned from the sum of all tiles before it, which the
// scan of the next level left in sums[tile].
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
    // The last tiles come first: reduce_tiles read them last, and the cache may still hold them.
    const uint tile = tiles - 1u - group_index();
    T x[ITEMS];
    load_tile(tile * TILE, count, input_first, x);
    const T sum = block_scan(x, inclusive);
    const T before = is_top ? IDENTITY : sums[sums_first + tile];
    store_tile(tile * TILE, count, output_first, before, x);
    if (is_top && wants_total && gl_LocalInvocationIndex == 0u) scan_total[total_index] = sum;
}
