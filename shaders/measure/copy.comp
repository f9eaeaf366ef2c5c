// A copy of 16-byte vectors, the baseline of scans: the lower bound for a scan that reads and writes every
// element once.
#include "common.glsl"
layout(local_size_x = COPY_THREADS) in;

layout(std430, binding = BIND_SCAN_INPUT) readonly buffer CopyInput { uvec4 copy_input[]; };
layout(std430, binding = BIND_SCAN_OUTPUT) writeonly buffer CopyOutput { uvec4 copy_output[]; };

uniform uint vectors;

void main() {
    const uint first = group_index() * (COPY_THREADS * COPY_VECTORS) + gl_LocalInvocationIndex;
    uvec4 x[COPY_VECTORS];
    for (uint k = 0u; k < COPY_VECTORS; ++k) {
        const uint i = first + k * COPY_THREADS;
        if (i < vectors) x[k] = copy_input[i];
    }
    for (uint k = 0u; k < COPY_VECTORS; ++k) {
        const uint i = first + k * COPY_THREADS;
        if (i < vectors) copy_output[i] = x[k];
    }
}
