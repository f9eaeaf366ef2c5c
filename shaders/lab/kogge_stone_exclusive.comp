// Kogge and Stone's scan made exclusive: the values move one element to the right while they are loaded.
#include "lab/common.glsl"

shared int x[LAB_LANES];

// Input: the values lie in memory, where any thread can read any of them.
void find_input() {
    record(values, n);
}

// Shift: each thread loads the value left of its element, and the first thread the identity.
void load_shifted() {
    const uint i = gl_LocalInvocationIndex;
    if (i < n) x[i] = i == 0u ? identity : values[i - 1u];
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
    find_input();
    load_shifted();
    scan_by_strides();
}
