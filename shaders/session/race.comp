// The numbers that a race scans, and the check of what it made of them. Their sums are known in closed form, so that every
// element of a result can be checked where it lies. All arithmetic is modulo 2^32. If FILLS is 1 it writes the numbers; if 0
// it counts the elements of an exclusive scan or of a copy that differ from the right ones, and the total if it does.
#include "common.glsl"
layout(local_size_x = COPY_THREADS) in;

const uint STEP = 2654435761u;  // from one number to the next; odd and large, so that few elements look alike

uint number(uint i) { return STEP * i + 1u; }

// Returns the sum of the first `count` numbers. The even one of two neighbours is halved before they are multiplied.
uint sum_of_first(uint count) {
    const uint pairs = count % 2u == 0u ? count / 2u * (count - 1u) : (count - 1u) / 2u * count;
    return STEP * pairs + count;
}

uniform uint elements;

#if FILLS
layout(std430, binding = BIND_SCAN_INPUT) writeonly buffer RaceInput { uint race_input[]; };

void main() {
    const uint i = group_index() * COPY_THREADS + gl_LocalInvocationIndex;
    if (i < elements) race_input[i] = number(i);
}
#else
layout(std430, binding = BIND_SCAN_OUTPUT) readonly buffer RaceOutput { uint race_output[]; };
layout(std430, binding = BIND_SCAN_TOTAL) buffer RaceResult {
    uint total;
    uint faults;  // 0 before
};

uniform uint is_copy;  // it leaves the total 0

void main() {
    const uint i = group_index() * COPY_THREADS + gl_LocalInvocationIndex;
    const uint right = is_copy == 1u ? number(i) : sum_of_first(i);
    const uint right_total = is_copy == 1u ? 0u : sum_of_first(elements);
    if (i < elements && race_output[i] != right) atomicAdd(faults, 1u);
    if (i == 0u && total != right_total) atomicAdd(faults, 1u);
}
#endif
