// Counts the elements of an exclusive scan or of a copy that differ from the right ones, and the total if it does.
#include "session/race_numbers.glsl"

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
