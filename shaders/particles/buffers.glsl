// The buffers of a particle pass: both sets of columns and their pools, the emitters, and the parameters of the step.
// A pass defines SOURCE_ACCESS and DESTINATION_ACCESS (readonly, writeonly, or empty) before including this.
#include "particles/particle.glsl"

layout(std430, binding = BIND_SOURCE) SOURCE_ACCESS buffer SourceColumn { uvec4 element[]; } source[COLUMNS];
layout(std430, binding = BIND_DESTINATION) DESTINATION_ACCESS buffer DestinationColumn { uvec4 element[]; }
destination[COLUMNS];
layout(std430, binding = BIND_SOURCE_POOL) buffer SourcePool { Pool source_pool; };
layout(std430, binding = BIND_DESTINATION_POOL) buffer DestinationPool { Pool destination_pool; };
#include "particles/step.glsl"

Stored load_particle(uint at) {
    uvec4 column[COLUMNS];
    for (uint c = 0u; c < COLUMNS; ++c) column[c] = source[c].element[at];
    return particle_from(column);
}
