// Brent and Kung's network (1982): a tree of partial sums, then a reverse tree that hands them on to the leaves
// between. 2N-2-log2 N additions in 2 log2 N - 1 steps. Needs PADDED.
#include "scan/block/rows.glsl"
#include "scan/block/leaves.glsl"

const uint LEAVES = TILE_ROWS;  // a power of two
shared T leaves[LEAF_PLACES];

// The last leaf beneath a node whose halves have `stride` leaves.
uint last_leaf(uint node, uint stride) { return (node + 1u) * 2u * stride - 1u; }

void add(uint from, uint to) { leaves[at(to)] = combine(leaves[at(from)], leaves[at(to)]); }

void reduce_tree() {
    for (uint stride = 1u; stride < LEAVES; stride <<= 1) {
        block_barrier();
        for (uint i = last_leaf(gl_LocalInvocationIndex, stride); i < LEAVES; i += BLOCK_THREADS * 2u * stride)
            add(i - stride, i);
    }
}

void distribute_tree() {
    for (uint stride = LEAVES / 4u; stride > 0u; stride >>= 1) {
        block_barrier();
        for (uint i = last_leaf(gl_LocalInvocationIndex, stride); i + stride < LEAVES;
             i += BLOCK_THREADS * 2u * stride)
            add(i, i + stride);
    }
}

// Inclusive.
T scan_leaves() {
    reduce_tree();
    distribute_tree();
    block_barrier();
    return leaves[at(LEAVES - 1u)];
}

T before_leaf(uint i) { return i == 0u ? IDENTITY : leaves[at(i - 1u)]; }

#include "scan/block/over_rows.glsl"
