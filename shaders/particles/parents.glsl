// Finds a child's parent by the scan of the parents' child counts, and makes the child. Needs buffers.glsl,
// precise.glsl, and FOLDED: 1 if the source columns hold the particles before the step, 0 if they are advanced.
#include "particles/children.glsl"
layout(std430, binding = BIND_CHILDREN) readonly buffer ChildOffsets { uint child_offsets[]; };

// Returns the parent of child c: the last particle whose children begin at or before c and that has any.
uint parent_of(uint c) {
    uint low = 0u, high = min(source_pool.alive, step_now.capacity);
    while (high - low > 1u) {
        const uint middle = (low + high) / 2u;
        if (child_offsets[middle] <= c) low = middle;
        else high = middle;
    }
    return low;
}

// Returns the parent as it is after the step, dead or alive.
Particle parent_at(uint i) {
    const uint at = ring_index(source_pool.first, i, step_now.capacity);
    Particle p = particle_from(source[POSITION_COLUMN].element[at], source[VELOCITY_COLUMN].element[at],
                               source[IDENTITY_COLUMN].element[at]);
#if FOLDED
    advance(p, emitter_at(p.identity.z), step_now);
#endif
    return p;
}

// Returns child c of the step, which is birth `ordinal` of the step.
Particle child(uint c, uint ordinal) {
    const uint i = parent_of(c);
    const Particle parent = parent_at(i);
    const Link link = links[link_of(parent, c - child_offsets[i])];
    precise vec3 carried = parent.velocity * link.inherit;
    return newborn(emitter_at(link.emitter), link.emitter, Origin(parent.position, carried), step_now, ordinal);
}
