// The sequential scan: one thread carries the result from left to right.
#include "lab/common.glsl"

shared int x[LAB_LANES];

// Input: each thread loads one element.
void load() {
    const uint i = gl_LocalInvocationIndex;
    if (i < n) x[i] = values[i];
    record(x, n);
}

// Element: the first thread combines the result before element k with that element; the others are idle.
void scan() {
    for (uint k = 1u; k < n; ++k) {
        block_barrier();
        if (gl_LocalInvocationIndex == 0u) x[k] = combine(x[k - 1u], x[k]);
        record(x, n);
    }
}

void main() {
    load();
    scan();
}
