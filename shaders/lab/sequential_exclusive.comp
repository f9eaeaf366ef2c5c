// The sequential exclusive scan: one thread stores the sum of the elements before an element in its place.
#include "lab/common.glsl"

shared int x[LAB_LANES];

// Input: each thread loads one element.
void load() {
    const uint i = gl_LocalInvocationIndex;
    if (i < n) x[i] = values[i];
    record(x, n);
}

// Element: the first thread adds element k to the sum and puts what the sum was before in its place; the others
// are idle.
void scan() {
    int sum = identity;
    for (uint k = 0u; k < n; ++k) {
        block_barrier();
        if (gl_LocalInvocationIndex == 0u) {
            const int temp = sum;
            sum = combine(sum, x[k]);
            x[k] = temp;
        }
        record(x, n);
    }
}

void main() {
    load();
    scan();
}
