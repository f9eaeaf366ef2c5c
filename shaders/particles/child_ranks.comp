// Gives each child of a step its ordinal among the children of its instance, where there are several instances: children are
// sorted by instance, stably, and counted from the first of their instance. Needs COLUMNS.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS readonly
#include "particles/buffers.glsl"
layout(local_size_x = PARTICLE_THREADS) in;
layout(std430, binding = BIND_CHILD_KEYS) buffer Keys { uint keys[]; };          // instances
layout(std430, binding = BIND_CHILD_NUMBERS) buffer Numbers { uint numbers[]; };  // of children

uint child_count() { return min(destination_pool.children, step_now.capacity); }

#section list
// Lists the children in the order of their parents.
#include "particles/child_offsets.glsl"

void main() {
    const uint threads = gl_NumWorkGroups.x * gl_NumWorkGroups.y * PARTICLE_THREADS;
    for (uint c = particle_index(); c < child_count(); c += threads) {
        const uint parent = ring_index(source_pool.first, parent_of(c), step_now.capacity);
        keys[c] = source[IDENTITY_COLUMN].element[parent].z >> INSTANCE_SHIFT;
        numbers[c] = c;
    }
}

#section rank
// Counts the sorted children. Guarantees to spawn.comp child_rank().
#define CHILDREN_ACCESS
#include "particles/child_offsets.glsl"

// Returns how many children have lower keys.
uint first_with(uint key) {
    uint low = 0u, high = child_count();
    while (low < high) {
        const uint middle = (low + high) / 2u;
        if (keys[middle] < key) low = middle + 1u;
        else high = middle;
    }
    return low;
}

void main() {
    const uint threads = gl_NumWorkGroups.x * gl_NumWorkGroups.y * PARTICLE_THREADS;
    for (uint p = particle_index(); p < child_count(); p += threads)
        child_offsets[step_now.capacity + numbers[p]] = p - first_with(keys[p]);
}
