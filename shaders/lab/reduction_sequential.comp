// A reduction tree with sequential addressing: the right half is folded onto the left half. n is a power of two.
#include "lab/common.glsl"

shared int x[LAB_LANES];

// Input: each thread loads one element.
void load() {
    const uint i = gl_LocalInvocationIndex;
    if (i < n) x[i] = values[i];
    record(x, n);
}

// Stride: the first `stride` elements together hold the result of all. The busy threads stay side by side.
void reduce() {
    const uint i = gl_LocalInvocationIndex;
    for (uint stride = n / 2u; stride > 0u; stride /= 2u) {
        block_barrier();
        if (i < stride) x[i] = combine(x[i], x[i + stride]);
        record(x, n);
    }
}

void main() {
    load();
    reduce();
}
