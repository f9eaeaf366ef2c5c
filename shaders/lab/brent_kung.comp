// Brent and Kung's inclusive scan: a tree of partial results, then a reverse tree that distributes them to the
// elements in between. n is a power of two.
#include "lab/common.glsl"

shared int x[LAB_LANES];

// Input: each thread loads one element.
void load() {
    const uint i = gl_LocalInvocationIndex;
    if (i < n) x[i] = values[i];
    record(x, n);
}

// Reduction: the last element of every 2 * stride elements becomes their result. The busy threads are the first
// ones.
void reduce_tree() {
    for (uint stride = 1u; stride < n; stride *= 2u) {
        const uint i = (gl_LocalInvocationIndex + 1u) * 2u * stride - 1u;
        block_barrier();
        if (i < n) x[i] = combine(x[i - stride], x[i]);
        record(x, n);
    }
}

// Distribution: a complete element completes the one `stride` to its right.
void distribute_tree() {
    for (uint stride = n / 4u; stride > 0u; stride /= 2u) {
        const uint i = (gl_LocalInvocationIndex + 1u) * 2u * stride - 1u;
        block_barrier();
        if (i + stride < n) x[i + stride] = combine(x[i], x[i + stride]);
        record(x, n);
    }
}

void main() {
    load();
    reduce_tree();
    distribute_tree();
}
