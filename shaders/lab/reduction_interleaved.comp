// A reduction tree with interleaved addressing: neighbours first, then neighbours of neighbours. n is a power of
// two.
#include "lab/common.glsl"

shared int x[LAB_LANES];

// Input: each thread loads one element.
void load() {
    const uint i = gl_LocalInvocationIndex;
    if (i < n) x[i] = values[i];
    record(x, n);
}

// Stride: the first element of every 2 * stride elements becomes their result. The busy threads lie ever further
// apart.
void reduce() {
    const uint i = gl_LocalInvocationIndex;
    for (uint stride = 1u; stride < n; stride *= 2u) {
        block_barrier();
        if (i < n && i % (2u * stride) == 0u) x[i] = combine(x[i], x[i + stride]);
        record(x, n);
    }
}

void main() {
    load();
    reduce();
}
