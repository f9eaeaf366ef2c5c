// Copies the oldest particles from before and after a step to where the CPU reads them, column by column.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS readonly
#include "particles/buffers.glsl"
layout(local_size_x = PROBE_PARTICLES) in;

layout(std430, binding = BIND_PROBE) writeonly buffer ProbeBlock { Probe probe; };
uniform uint capacity;

void main() {
    const uint i = gl_LocalInvocationIndex;
    const uint before = min(source_pool.alive, PROBE_PARTICLES), after = min(destination_pool.alive, PROBE_PARTICLES);
    if (i == 0u) {
        probe.before_count = before;
        probe.after_count = after;
    }
    for (uint c = 0u; c < PARTICLE_COLUMNS; ++c) {
        const uint place = i * PARTICLE_COLUMNS + c;
        if (i < before) probe.before[place] = source[c].element[ring_index(source_pool.first, i, capacity)];
        if (i < after) probe.after[place] = destination[c].element[ring_index(destination_pool.first, i, capacity)];
    }
}
