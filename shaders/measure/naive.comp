// The naive scan, as a baseline: every thread adds all elements before its own, N^2/2 additions.
// ELEMENT is the type of the elements.
#include "common.glsl"
layout(local_size_x = NAIVE_THREADS) in;

layout(std430, binding = BIND_SCAN_INPUT) readonly buffer NaiveInput { ELEMENT naive_input[]; };
layout(std430, binding = BIND_SCAN_OUTPUT) writeonly buffer NaiveOutput { ELEMENT naive_output[]; };

uniform uint elements;

void main() {
    const uint index = gl_GlobalInvocationID.x;
    if (index >= elements) return;
    ELEMENT sum = ELEMENT(0);
    for (uint i = 0u; i < index; ++i) sum += naive_input[i];
    naive_output[index] = sum;
}
