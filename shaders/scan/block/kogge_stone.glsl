// The block scan by Kogge and Stone's network (A Parallel Algorithm for the Efficient Solution of a General
// Class of Recurrence Equations, 1973): in step s every leaf adds the leaf 2^s before it. It takes log2 N
// steps, the fewest possible, for N log2 N - (N-1) additions. Neighbouring threads use neighbouring leaves,
// so the leaves are never padded: leaf i lies at leaves[i].
#include "scan/block/network.glsl"

T left_of(uint i, uint stride) { return i < stride ? IDENTITY : leaves[i - stride]; }

// Every thread reads before any thread writes. Without the barrier in between, a leaf could be read after it
// was written, which is the race of the textbook's in-place kernel.
void scan_step(uint stride) {
    T left[LEAVES / BLOCK_THREADS];
    block_barrier();
    for (uint k = 0u; k < LEAVES / BLOCK_THREADS; ++k) left[k] = left_of(striped(k), stride);
    block_barrier();
    for (uint k = 0u; k < LEAVES / BLOCK_THREADS; ++k) leaves[striped(k)] = combine(left[k], leaves[striped(k)]);
}

// The scan is inclusive.
T scan_leaves() {
    for (uint stride = 1u; stride < LEAVES; stride <<= 1) scan_step(stride);
    block_barrier();
    return leaves[LEAVES - 1u];
}

T before_leaf(uint i) { return left_of(i, 1u); }
