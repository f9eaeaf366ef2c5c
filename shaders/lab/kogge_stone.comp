// Kogge and Stone's inclusive scan in place, with two barriers a step.
#include "lab/common.glsl"

shared int x[LAB_LANES];

// Input: each thread loads one element.
void load() {
    const uint i = gl_LocalInvocationIndex;
    if (i < n) x[i] = values[i];
    record(x, n);
}

// Stride: each element combines with the one `stride` to its left. The second barrier keeps the reads of a step
// before its writes.
void scan_by_strides() {
    const uint i = gl_LocalInvocationIndex;
    for (uint stride = 1u; stride < n; stride *= 2u) {
        const bool busy = stride <= i && i < n;
        int left = identity;
        block_barrier();
        if (busy) left = x[i - stride];
        block_barrier();
        if (busy) x[i] = combine(left, x[i]);
        record(x, n);
    }
}

void main() {
    load();
    scan_by_strides();
}
