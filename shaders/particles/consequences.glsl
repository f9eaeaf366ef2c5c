// Results of a particle's step besides its new state and its vote: box, lost particles, child counts. Needs
// precise.glsl and step.glsl, and CHILDREN: 1 if any emitter's particles have children.
#include "particles/bounds.glsl"
#if CHILDREN
#include "particles/children.glsl"
layout(std430, binding = BIND_CHILDREN) writeonly buffer ChildCounts { uint child_counts[]; };
#endif

// Call it once for each particle that was alive before the step, with its states before and after it.
void note_advanced(uint i, Stored before, Stored p, bool alive) {
    if (alive) box_include(p.position);
    // By its words, because a folded step has the most blocks that a stage may have, and the box is a block already.
    if (!finite(p)) atomicAdd(pool_words[POOL_LOST_WORD], 1u);
#if CHILDREN
    child_counts[i] = children_of(before, p);
#endif
}
