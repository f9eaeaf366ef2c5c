// Blelloch's network (Prefix Sums and Their Applications, 1990): an up-sweep that leaves partial sums at the inner
// nodes of a binary tree, and a down-sweep that hands every node the sum of what lies left of it. 2(N-1) additions in
// 2 log2 N steps. Needs PADDED.
#include "scan/block/rows.glsl"
#include "scan/block/leaves.glsl"

const uint LEAVES = TILE_ROWS;  // a power of two
shared T leaves[LEAF_PLACES];

void up_sweep() {
    uint stride = 1u;
    for (uint nodes = LEAVES / 2u; nodes > 0u; nodes >>= 1) {
        block_barrier();
        for (uint node = gl_LocalInvocationIndex; node < nodes; node += BLOCK_THREADS) {
            const uint left = at(stride * (2u * node + 1u) - 1u), right = at(stride * (2u * node + 2u) - 1u);
            leaves[right] = combine(leaves[left], leaves[right]);
        }
        stride <<= 1;
    }
}

// Precondition: the last leaf holds the identity.
void down_sweep() {
    uint stride = LEAVES / 2u;
    for (uint nodes = 1u; nodes < LEAVES; nodes <<= 1) {
        block_barrier();
        for (uint node = gl_LocalInvocationIndex; node < nodes; node += BLOCK_THREADS) {
            const uint left = at(stride * (2u * node + 1u) - 1u), right = at(stride * (2u * node + 2u) - 1u);
            const T of_left = leaves[left];
            leaves[left] = leaves[right];
            leaves[right] = combine(leaves[right], of_left);
        }
        stride >>= 1;
    }
}

// Exclusive.
T scan_leaves() {
    up_sweep();
    block_barrier();
    const T sum = leaves[at(LEAVES - 1u)];
    block_barrier();  // everyone has read it before it is cleared
    if (gl_LocalInvocationIndex == 0u) leaves[at(LEAVES - 1u)] = IDENTITY;
    down_sweep();
    block_barrier();
    return sum;
}

T before_leaf(uint i) { return leaves[at(i)]; }

#include "scan/block/over_rows.glsl"
