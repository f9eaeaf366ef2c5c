// Reduce-then-scan, on the way up: the sum of every tile of a level becomes one element of the next level. Promises
// scan_from_sums.comp: sums[tile] holds the tile's sum.
#include "scan/extensions.glsl"
#include "shared.h"
layout(local_size_x = BLOCK_THREADS) in;
#include BLOCK_SCAN_FILE
#include "scan/grid/level.glsl"
#include "scan/grid/tile.glsl"

layout(std430, binding = BIND_SCAN_SUMS) writeonly buffer ScanSums { T sums[]; };

void main() {
    const uint tile = group_index();
    const uint count = elements_of_level();
    if (tile >= tiles_of(count)) return;  // the same for the whole block
    T x[ITEMS];
    load_tile(tile * TILE, count, input_first, x);
    const T sum = block_scan(x, true);
    if (gl_LocalInvocationIndex == 0u) sums[sums_first + tile] = sum;
}
