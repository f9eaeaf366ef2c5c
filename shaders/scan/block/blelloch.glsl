// Blelloch's block scan (Prefix Sums and Their Applications, 1990): an up-sweep that leaves partial sums at the
// inner nodes of a binary tree, and a down-sweep that hands every node the sum of what lies left of it.
// 2(N-1) additions in 2 log2 N steps. The tree has two leaves a thread; a leaf is a serial run of half of the
// thread's items, so that with two items a thread every element is a leaf, as in the paper.
//
// A block scan offers block_scan(). Needs BLOCK_THREADS (a power of two) and ITEMS (even).

#include "common.glsl"

const uint TREE_LEAVES = 2u * BLOCK_THREADS;
const uint LEAF_ITEMS = ITEMS / 2u;

shared uint tree[TREE_LEAVES];

// Precondition: every thread has written its two leaves, which it alone reads in the first step. Ends with a
// barrier: the last leaf holds the sum of all, for everyone to read.
void up_sweep() {
    uint stride = 1u;
    for (uint nodes = BLOCK_THREADS; nodes > 0u; nodes >>= 1) {
        if (gl_LocalInvocationIndex < nodes) {
            const uint left = stride * (2u * gl_LocalInvocationIndex + 1u) - 1u;
            tree[left + stride] += tree[left];
        }
        stride <<= 1;
        block_barrier();
    }
}

// Precondition: the last leaf is zero. Afterwards every thread may read its two leaves, which it alone wrote in the
// last step.
void down_sweep() {
    uint stride = BLOCK_THREADS;
    for (uint nodes = 1u; nodes <= BLOCK_THREADS; nodes <<= 1) {
        block_barrier();
        if (gl_LocalInvocationIndex < nodes) {
            const uint left = stride * (2u * gl_LocalInvocationIndex + 1u) - 1u;
            const uint right = left + stride;
            const uint of_left = tree[left];
            tree[left] = tree[right];
            tree[right] += of_left;
        }
        stride >>= 1;
    }
}

uint sum_of_leaf(uint x[ITEMS], uint first) {
    uint sum = 0u;
    for (uint k = 0u; k < LEAF_ITEMS; ++k) sum += x[first + k];
    return sum;
}

void scan_leaf(inout uint x[ITEMS], uint first, uint before, bool inclusive) {
    for (uint k = 0u; k < LEAF_ITEMS; ++k) {
        const uint after = before + x[first + k];
        x[first + k] = inclusive ? after : before;
        before = after;
    }
}

// Each thread holds ITEMS consecutive elements of the tile; they become their prefix sums within the tile. Returns
// the tile's sum to every thread. All threads of the block must call it.
uint block_scan(inout uint x[ITEMS], bool inclusive) {
    const uint leaf = 2u * gl_LocalInvocationIndex;
    tree[leaf] = sum_of_leaf(x, 0u);
    tree[leaf + 1u] = sum_of_leaf(x, LEAF_ITEMS);
    up_sweep();
    const uint total = tree[TREE_LEAVES - 1u];
    block_barrier();  // everyone has read it before it is cleared
    if (gl_LocalInvocationIndex == 0u) tree[TREE_LEAVES - 1u] = 0u;
    down_sweep();
    scan_leaf(x, 0u, tree[leaf], inclusive);
    scan_leaf(x, LEAF_ITEMS, tree[leaf + 1u], inclusive);
    return total;
}
