// For a test: the up-sweep and the down-sweep of one block, each written out. Needs BLOCK_THREADS and ITEMS.
#include "common.glsl"
layout(local_size_x = BLOCK_THREADS) in;

layout(std430, binding = 0) readonly buffer Leaves { uint leaves[]; };
layout(std430, binding = 1) writeonly buffer Swept { uint swept[]; };  // after the up-sweep, then after both

#include "scan/block/blelloch.glsl"

void write_tree(uint first) {
    for (uint k = 0u; k < 2u; ++k) {
        const uint i = 2u * gl_LocalInvocationIndex + k;
        swept[first + i] = tree[i];
    }
}

void main() {
    for (uint k = 0u; k < 2u; ++k) {
        const uint i = 2u * gl_LocalInvocationIndex + k;
        tree[i] = leaves[i];
    }
    up_sweep();
    write_tree(0u);
    block_barrier();
    if (gl_LocalInvocationIndex == 0u) tree[TREE_LEAVES - 1u] = 0u;
    down_sweep();
    write_tree(TREE_LEAVES);
}
