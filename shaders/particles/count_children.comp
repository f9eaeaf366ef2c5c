// Counts the particles' children again when a step is repeated. The particles are already advanced; the counts equal
// those of simulate.comp.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS readonly
#define FOLDED 0
#include "particles/buffers.glsl"
#include "particles/precise.glsl"
#include "particles/parents.glsl"
layout(local_size_x = PARTICLE_THREADS) in;
layout(std430, binding = BIND_CHILDREN) writeonly buffer ChildCounts { uint child_counts[]; };

void main() {
    const uint i = particle_index();
    if (i >= min(source_pool.alive, step_now.capacity)) return;
    const Parent parent = parent_at(i);
    child_counts[i] = children_of(parent.before, parent.now);
}
