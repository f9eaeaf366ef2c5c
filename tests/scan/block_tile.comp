// For a test: one tile through the block scan alone, each thread with consecutive elements. Needs BLOCK_THREADS and ITEMS.
#include "common.glsl"
layout(local_size_x = BLOCK_THREADS) in;

layout(std430, binding = 0) readonly buffer Input { uint scan_input[]; };
layout(std430, binding = 1) writeonly buffer Output { uint scan_output[]; };
layout(std430, binding = 2) writeonly buffer Totals { uint totals[]; };  // one for each thread

#include "scan/block/blelloch.glsl"

uniform uint count;
uniform bool inclusive;

void main() {
    uint x[ITEMS];
    const uint first = gl_LocalInvocationIndex * ITEMS;
    for (uint k = 0u; k < ITEMS; ++k) x[k] = first + k < count ? scan_input[first + k] : 0u;
    totals[gl_LocalInvocationIndex] = block_scan(x, inclusive);
    for (uint k = 0u; k < ITEMS; ++k)
        if (first + k < count) scan_output[first + k] = x[k];
}
