// Blelloch's exclusive scan: a tree of partial results, then each node hands down what lies before it. n is a
// power of two.
#include "lab/common.glsl"

shared int x[LAB_LANES];

// Input: each thread loads one element.
void load() {
    const uint i = gl_LocalInvocationIndex;
    if (i < n) x[i] = values[i];
    record(x, n);
}

// Up-sweep: the last element of every 2 * stride elements, a node, becomes their result.
void up_sweep() {
    for (uint stride = 1u; stride < n; stride *= 2u) {
        const uint right = (gl_LocalInvocationIndex + 1u) * 2u * stride - 1u;
        block_barrier();
        if (right < n) x[right] = combine(x[right - stride], x[right]);
        record(x, n);
    }
}

// Clear: nothing lies before the root, which is the last element.
void clear() {
    block_barrier();
    if (gl_LocalInvocationIndex == 0u) x[n - 1u] = identity;
    record(x, n);
}

// Down-sweep: a node's left half gets what lies before the node, and its right half that combined with the left
// half's result.
void down_sweep() {
    for (uint stride = n / 2u; stride > 0u; stride /= 2u) {
        const uint right = (gl_LocalInvocationIndex + 1u) * 2u * stride - 1u;
        block_barrier();
        if (right < n) {
            const uint left = right - stride;
            const int result = x[left];
            x[left] = x[right];
            x[right] = combine(x[right], result);
        }
        record(x, n);
    }
}

void main() {
    load();
    up_sweep();
    clear();
    down_sweep();
}
