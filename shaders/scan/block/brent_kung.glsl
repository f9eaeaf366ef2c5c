// The block scan by Brent and Kung's network (A Regular Layout for Parallel Adders, 1982): a tree of partial
// sums, then a reverse tree that distributes them to the leaves in between. It takes 2N-2-log2 N additions in
// 2 log2 N - 1 steps. The padded network has no bank conflicts in its reduction, and in its distribution at
// most two threads of a warp share a bank.
#include "scan/block/network.glsl"

// Returns the last leaf beneath a node whose halves have `stride` leaves.
uint last_leaf(uint node, uint stride) { return (node + 1u) * 2u * stride - 1u; }

void add(uint from, uint to) { leaves[at(to)] = combine(leaves[at(from)], leaves[at(to)]); }

// --- the reduction tree -------------------------------------------------------------------------------------------

// Adds the sum of each node's left half to the last leaf of its right half.
void reduce_step(uint stride) {
    for (uint i = last_leaf(gl_LocalInvocationIndex, stride); i < LEAVES; i += BLOCK_THREADS * 2u * stride)
        add(i - stride, i);
}

void reduce_tree() {
    for (uint stride = 1u; stride < LEAVES; stride <<= 1) {
        block_barrier();
        reduce_step(stride);
    }
}

// --- the distribution tree ----------------------------------------------------------------------------------------

// Adds the last leaf of each node, which holds the sum of all leaves up to it, to the middle of the next
// node.
void distribute_step(uint stride) {
    for (uint i = last_leaf(gl_LocalInvocationIndex, stride); i + stride < LEAVES; i += BLOCK_THREADS * 2u * stride)
        add(i, i + stride);
}

void distribute_tree() {
    for (uint stride = LEAVES / 4u; stride > 0u; stride >>= 1) {
        block_barrier();
        distribute_step(stride);
    }
}

// --- both ---------------------------------------------------------------------------------------------------------

// The scan is inclusive.
T scan_leaves() {
    reduce_tree();
    distribute_tree();
    block_barrier();
    return leaves[at(LEAVES - 1u)];
}

T before_leaf(uint i) { return i == 0u ? IDENTITY : leaves[at(i - 1u)]; }
