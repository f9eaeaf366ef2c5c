// Moves the attributes of living particles to where their stacks have them now, in place, after modules with attributes
// were added, removed or moved. Needs COLUMNS with attributes.
#define SOURCE_ACCESS
#define DESTINATION_ACCESS readonly
#include "particles/buffers.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

// By slot, for each of the four words: the word that it was, or NO_WORD; and the value that it then has.
struct Moves {
    uvec4 from;
    uvec4 value;
};
layout(std430, binding = BIND_BIRTHS) readonly buffer MovesBlock { Moves moves[]; };

uniform uint capacity;

void main() {
    const uint i = particle_index();
    if (i >= min(source_pool.alive, capacity)) return;
    const uint at = ring_index(source_pool.first, i, capacity);
    const Moves m = moves[source[IDENTITY_COLUMN].element[at].z];
    const uvec4 old = source[ATTRIBUTE_COLUMN].element[at];
    uvec4 now = m.value;
    for (uint w = 0u; w < 4u; ++w)
        if (m.from[w] != NO_WORD) now[w] = old[m.from[w]];
    source[ATTRIBUTE_COLUMN].element[at] = now;
}
