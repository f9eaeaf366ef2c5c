// Kogge and Stone's inclusive scan with two arrays: a step reads one and writes the other, so that one barrier a
// step is enough.
#include "lab/common.glsl"

shared int x[2][LAB_LANES];

// Input: each thread loads one element of the first array.
void load() {
    const uint i = gl_LocalInvocationIndex;
    if (i < n) x[0][i] = values[i];
    block_barrier();
    record(x[0], n);
}

// Stride: each element combines with the one `stride` to its left, or is copied if there is none.
void scan_by_strides() {
    const uint i = gl_LocalInvocationIndex;
    uint from = 0u;
    for (uint stride = 1u; stride < n; stride *= 2u) {
        const uint to = 1u - from;
        if (i < stride) x[to][i] = x[from][i];
        else if (i < n) x[to][i] = combine(x[from][i - stride], x[from][i]);
        block_barrier();
        record(x[to], n);
        from = to;
    }
}

void main() {
    load();
    scan_by_strides();
}
