// The three-phase scan of Kirk and Hwu: each thread scans a section of consecutive elements, the last elements of
// the sections are scanned, and each section is combined with the one before it. n is a multiple of `threads`.
#include "lab/common.glsl"

shared int x[LAB_LANES];

// Input: the threads load neighbouring elements together and turn them into sections in shared memory.
void load() {
    for (uint i = gl_LocalInvocationIndex; i < n; i += LAB_THREADS) x[i] = values[i];
    record(x, n);
}

// Phase 1: each thread scans its own section, without a barrier.
void scan_sections(uint length) {
    const uint t = gl_LocalInvocationIndex, first = t * length;
    block_barrier();
    for (uint k = 1u; k < length; ++k) {
        if (t < threads) x[first + k] = combine(x[first + k - 1u], x[first + k]);
        record(x, n);
    }
}

// Phase 2: Kogge and Stone's scan over the last elements of the sections.
void scan_last_elements(uint length) {
    const uint t = gl_LocalInvocationIndex, last = (t + 1u) * length - 1u;
    for (uint stride = 1u; stride < threads; stride *= 2u) {
        const bool busy = stride <= t && t < threads;
        int left = identity;
        block_barrier();
        if (busy) left = x[last - stride * length];
        block_barrier();
        if (busy) x[last] = combine(left, x[last]);
        record(x, n);
    }
}

// Phase 3: the last element of a section is combined into all but the last element of the next section.
void add_to_next_section(uint length) {
    const uint t = gl_LocalInvocationIndex, first = t * length;
    block_barrier();
    if (0u < t && t < threads)
        for (uint k = 0u; k + 1u < length; ++k) x[first + k] = combine(x[first - 1u], x[first + k]);
    record(x, n);
}

void main() {
    const uint length = n / threads;
    load();
    scan_sections(length);
    scan_last_elements(length);
    if (length > 1u && threads > 1u) add_to_next_section(length);
}
