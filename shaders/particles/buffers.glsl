// The buffers of a particle pass: both sets of columns and their pools, the emitters, and the parameters of the step.
// A pass defines SOURCE_ACCESS and DESTINATION_ACCESS (readonly, writeonly, or empty) before including this.
#include "particles/particle.glsl"

layout(std430, binding = BIND_SOURCE) SOURCE_ACCESS buffer SourceColumn { uvec4 element[]; } source[COLUMNS];
layout(std430, binding = BIND_DESTINATION) DESTINATION_ACCESS buffer DestinationColumn { uvec4 element[]; }
destination[COLUMNS];
layout(std430, binding = BIND_SOURCE_POOL) buffer SourcePool { Pool source_pool; };
layout(std430, binding = BIND_DESTINATION_POOL) buffer DestinationPool { Pool destination_pool; };
#include "particles/step.glsl"

#ifdef PLANES
// Loads the elements from `first` to `end` of the particle; those behind them are 0.
void load_elements(uint at, uint first, uint end, inout uvec4 element[PARTICLE_ELEMENTS]) {
    for (uint k = first; k < PARTICLE_COLUMNS; ++k) element[k] = source[k].element[at];
    for (uint k = max(first, PARTICLE_COLUMNS); k < PARTICLE_ELEMENTS; ++k)
        element[k] = k < end ? source[ATTRIBUTE_COLUMN].element[plane_place(k - PARTICLE_COLUMNS, at, step_now.capacity)]
                             : uvec4(0u);
}
#endif

// Returns the particle with the attributes that a step reads.
Stored load_particle(uint at) {
    uvec4 element[PARTICLE_ELEMENTS];
#ifdef PLANES
    load_elements(at, 0u, READ_ELEMENTS, element);
#else
    for (uint c = 0u; c < COLUMNS; ++c) element[c] = source[c].element[at];
#endif
    return particle_from(element);
}
