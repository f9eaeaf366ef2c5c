// Brent and Kung's inclusive scan by fewer threads than nodes: thread t executes nodes t, t + threads,
// t + 2 * threads... of every step. n is a power of two.
#include "lab/common.glsl"

shared int x[LAB_LANES];

// Input: each thread loads every `threads`th element.
void load() {
    const uint t = gl_LocalInvocationIndex;
    if (t < threads)
        for (uint i = t; i < n; i += threads) x[i] = values[i];
    record(x, n);
}

// Reduction: the last element of every 2 * stride elements becomes their result.
void reduce_tree() {
    const uint t = gl_LocalInvocationIndex;
    for (uint stride = 1u; stride < n; stride *= 2u) {
        const uint nodes = n / (2u * stride);
        block_barrier();
        for (uint node = t; t < threads && node < nodes; node += threads) {
            const uint i = (node + 1u) * 2u * stride - 1u;
            x[i] = combine(x[i - stride], x[i]);
        }
        record(x, n);
    }
}

// Distribution: a complete element completes the one `stride` to its right.
void distribute_tree() {
    const uint t = gl_LocalInvocationIndex;
    for (uint stride = n / 4u; stride > 0u; stride /= 2u) {
        const uint nodes = n / (2u * stride) - 1u;
        block_barrier();
        for (uint node = t; t < threads && node < nodes; node += threads) {
            const uint i = (node + 1u) * 2u * stride - 1u;
            x[i + stride] = combine(x[i], x[i + stride]);
        }
        record(x, n);
    }
}

void main() {
    load();
    reduce_tree();
    distribute_tree();
}
