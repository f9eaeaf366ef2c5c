// The words that the Lab's teaching kernels share: their input, the operator, and the trace to which they copy an array
// after every step. A kernel has all the barriers that it needs without that copy.
#include "common.glsl"
layout(local_size_x = LAB_THREADS) in;

layout(std430, binding = BIND_LAB_VALUES) readonly buffer LabValues { int values[]; };
layout(std430, binding = BIND_LAB_TRACE) coherent buffer LabTraceBuffer { LabTrace trace; };

uniform uint n;        // elements with the padding, at most LAB_LANES
uniform uint threads;  // that divide the elements among them, or elements of a block
uniform uint op;       // LAB_ADD or another
uniform int identity;  // of the operator

// Counts itself.
int combine(int left, int right) {
    atomicAdd(trace.operations, 1u);
    switch (op) {
        case LAB_ADD: return left + right;
        case LAB_MULTIPLY: return left * right;
        case LAB_MIN: return min(left, right);
        case LAB_MAX: return max(left, right);
        case LAB_LAST: return right != 0 ? right : left;
        case LAB_FIRST_NONZERO: return left != 0 ? left : right;
        case LAB_SUBTRACT: return left - right;
    }
    return left;
}

uint row = 0u;  // the next row of the trace

void end_row(uint words) {
    if (gl_LocalInvocationIndex == 0u) {
        atomicMax(trace.rows, row + 1u);
        if (row < LAB_ROWS) atomicMax(trace.lengths[row], words);
    }
    ++row;
}

// Copies the first `count` words of an array to the next row of the trace, from word `first` on. All threads of
// the block must reach it. It is a macro because GLSL passes arrays by value.
#define record_at(first, array, count)                                                         \
    {                                                                                          \
        block_barrier();                                                                       \
        for (uint at = gl_LocalInvocationIndex; at < (count); at += LAB_THREADS)               \
            if (row < LAB_ROWS) trace.words[row * LAB_LANES + (first) + at] = array[at];       \
        end_row((first) + (count));                                                            \
        block_barrier();                                                                       \
    }
#define record(array, count) record_at(0u, array, count)
