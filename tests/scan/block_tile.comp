// For a test: runs one tile through the block scan alone, several times. Needs the defines of a block scan
// and REPEATS.
#include "scan/common.glsl"
layout(local_size_x = BLOCK_THREADS) in;

layout(std430, binding = 0) readonly buffer Input { uint tile_input[]; };
layout(std430, binding = 1) writeonly buffer Output { uint tile_output[]; };
layout(std430, binding = 2) writeonly buffer Totals { uint totals[]; };  // one per thread, from the last scan

#include BLOCK_SCAN_FILE

uniform bool inclusive;

void main() {
    T x[ITEMS];
    for (uint i = 0u; i < ITEMS; ++i) x[i] = tile_input[place_of(i)];
    for (uint repeat = 0u; repeat < REPEATS; ++repeat) {
        totals[gl_LocalInvocationIndex] = block_scan(x, inclusive);
        block_barrier();
    }
    for (uint i = 0u; i < ITEMS; ++i) tile_output[place_of(i)] = x[i];
}
