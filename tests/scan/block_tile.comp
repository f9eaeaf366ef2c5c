// For a test: one tile through the block scan alone. Needs BLOCK_THREADS and ITEMS.
#include "common.glsl"
layout(local_size_x = BLOCK_THREADS) in;

layout(std430, binding = 0) readonly buffer Input { uint scan_input[]; };
layout(std430, binding = 1) writeonly buffer Output { uint scan_output[]; };
layout(std430, binding = 2) writeonly buffer Totals { uint totals[]; };  // one for each thread

#include "scan/tile.glsl"
#include "scan/block/blelloch.glsl"

uniform uint count;

void main() {
    uint x[ITEMS];
    load_tile(0u, count, 0u, x);
    totals[gl_LocalInvocationIndex] = block_scan(x);
    store_tile(0u, count, 0u, x);
}
