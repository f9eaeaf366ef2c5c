// The buffers of a particle pass: both sets of columns and their pools, the emitters, and the parameters of the step.
// A pass defines SOURCE_ACCESS and DESTINATION_ACCESS (readonly, writeonly, or empty) before including this.
#include "particles/particle.glsl"

layout(std430, binding = BIND_SOURCE) SOURCE_ACCESS buffer SourceColumn { uvec4 element[]; } source[PARTICLE_COLUMNS];
layout(std430, binding = BIND_DESTINATION) DESTINATION_ACCESS buffer DestinationColumn { uvec4 element[]; }
destination[PARTICLE_COLUMNS];
layout(std430, binding = BIND_SOURCE_POOL) buffer SourcePool { Pool source_pool; };
#include "particles/result.glsl"
