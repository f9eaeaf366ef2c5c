// The block scan by Blelloch's network (Prefix Sums and Their Applications, 1990): an up-sweep leaves partial
// sums at the inner nodes of a binary tree, and a down-sweep passes to every node the sum of all leaves left
// of it. It takes 2(N-1) additions in 2 log2 N steps. The padded network has no bank conflicts.
#include "scan/block/network.glsl"

// --- up-sweep -----------------------------------------------------------------------------------------------------

// Each node of a level becomes the sum of its two children, which lie `stride` leaves apart.
void up_sweep_step(uint nodes, uint stride) {
    for (uint node = gl_LocalInvocationIndex; node < nodes; node += BLOCK_THREADS) {
        const uint left = at(stride * (2u * node + 1u) - 1u), right = at(stride * (2u * node + 2u) - 1u);
        leaves[right] = combine(leaves[left], leaves[right]);
    }
}

// Goes from the leaves to the root, which is the last leaf.
void up_sweep() {
    uint stride = 1u;
    for (uint nodes = LEAVES / 2u; nodes > 0u; nodes >>= 1) {
        block_barrier();
        up_sweep_step(nodes, stride);
        stride <<= 1;
    }
}

// --- down-sweep ---------------------------------------------------------------------------------------------------

// Each node of a level holds the sum of all leaves left of it. It passes that sum to its left child, and that
// sum plus the left child's own sum to its right child.
void down_sweep_step(uint nodes, uint stride) {
    for (uint node = gl_LocalInvocationIndex; node < nodes; node += BLOCK_THREADS) {
        const uint left = at(stride * (2u * node + 1u) - 1u), right = at(stride * (2u * node + 2u) - 1u);
        const T left_sum = leaves[left];
        leaves[left] = leaves[right];
        leaves[right] = combine(leaves[right], left_sum);
    }
}

// Goes from the root to the leaves. Precondition: the root holds the identity.
void down_sweep() {
    uint stride = LEAVES / 2u;
    for (uint nodes = 1u; nodes < LEAVES; nodes <<= 1) {
        block_barrier();
        down_sweep_step(nodes, stride);
        stride >>= 1;
    }
}

// --- both ---------------------------------------------------------------------------------------------------------

// The scan is exclusive.
T scan_leaves() {
    up_sweep();
    block_barrier();
    const T sum = leaves[at(LEAVES - 1u)];
    block_barrier();  // every thread has read the root before it is cleared
    if (gl_LocalInvocationIndex == 0u) leaves[at(LEAVES - 1u)] = IDENTITY;
    down_sweep();
    block_barrier();
    return sum;
}

T before_leaf(uint i) { return leaves[at(i)]; }
