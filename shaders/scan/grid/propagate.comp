// Scan-then-propagate, on the way down: every element of a tile gets the sum of all tiles before it, which the
// scan of the next level left in sums[tile].
#define BLOCK_THREADS SCAN_THREADS
#define ITEMS SCAN_ITEMS
#include "shared.h"
layout(local_size_x = BLOCK_THREADS) in;

layout(std430, binding = BIND_SCAN_OUTPUT) buffer ScanOutput { uint scan_output[]; };
layout(std430, binding = BIND_SCAN_SUMS) readonly buffer ScanSums { uint sums[]; };

const uint TILE = BLOCK_THREADS * ITEMS;
#include "scan/grid/level.glsl"

uniform uint output_first;
uniform uint sums_first;

void main() {
    const uint tile = group_index();
    const uint count = elements_of_level();
    if (tile == 0u || tile >= tiles_of(count)) return;  // nothing lies before the first tile
    const uint before = sums[sums_first + tile];
    for (uint k = 0u; k < ITEMS; ++k) {
        const uint i = tile * TILE + k * BLOCK_THREADS + gl_LocalInvocationIndex;
        if (i < count) scan_output[output_first + i] += before;
    }
}
