// Writes the numbers that a race scans.
#include "session/race_numbers.glsl"

layout(std430, binding = BIND_SCAN_INPUT) writeonly buffer RaceInput { uint race_input[]; };

void main() {
    const uint i = group_index() * COPY_THREADS + gl_LocalInvocationIndex;
    if (i < elements) race_input[i] = number(i);
}
