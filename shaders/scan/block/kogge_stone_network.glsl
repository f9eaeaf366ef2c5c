// Kogge and Stone's network (1973): in step s every leaf adds the one 2^s before it. log2 N steps, the fewest
// possible, for N log2 N - (N-1) additions. Needs LEAVES, a multiple of BLOCK_THREADS.
shared T leaves[LEAVES];

uint at(uint i) { return i; }

T left_of(uint i, uint stride) { return i < stride ? IDENTITY : leaves[i - stride]; }
T before_leaf(uint i) { return left_of(i, 1u); }

// Inclusive. Every thread reads before any writes: without the barrier between, a leaf could be read after it was
// written, which is the race of the textbook's in-place kernel.
T scan_leaves() {
    for (uint stride = 1u; stride < LEAVES; stride <<= 1) {
        T left[LEAVES / BLOCK_THREADS];
        block_barrier();
        for (uint k = 0u; k < LEAVES / BLOCK_THREADS; ++k) left[k] = left_of(striped(k), stride);
        block_barrier();
        for (uint k = 0u; k < LEAVES / BLOCK_THREADS; ++k)
            leaves[striped(k)] = combine(left[k], leaves[striped(k)]);
    }
    block_barrier();
    return leaves[LEAVES - 1u];
}
