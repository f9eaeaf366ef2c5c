// For a test: the leaves of a network after each of its phases. Needs the defines of a block scan and PHASES:
// calls, each followed by write_leaves() with the number of the phase.
#include "scan/common.glsl"
layout(local_size_x = BLOCK_THREADS) in;

layout(std430, binding = 0) readonly buffer Given { uint given[]; };
layout(std430, binding = 1) writeonly buffer Written { uint written[]; };  // LEAVES for each phase

#include BLOCK_SCAN_FILE

void clear_last() {
    block_barrier();
    if (gl_LocalInvocationIndex == 0u) leaves[at(LEAVES - 1u)] = IDENTITY;
}

void write_leaves(uint phase) {
    block_barrier();
    for (uint i = gl_LocalInvocationIndex; i < LEAVES; i += BLOCK_THREADS) written[phase * LEAVES + i] = leaves[at(i)];
}

void main() {
    for (uint i = gl_LocalInvocationIndex; i < LEAVES; i += BLOCK_THREADS) leaves[at(i)] = given[i];
    PHASES
}
