// A child's parent, from the scan of the parents' child counts, and the child. Needs buffers.glsl, precise.glsl, and
// FOLDED: 1 if the source columns hold the particles as they were before the step, 0 if they have been advanced.
#include "particles/children.glsl"
layout(std430, binding = BIND_CHILDREN) readonly buffer ChildOffsets { uint child_offsets[]; };

// The parent of child c: the last whose children begin at or before c and that has any.
uint parent_of(uint c) {
    uint low = 0u, high = min(source_pool.alive, step_now.capacity);
    while (high - low > 1u) {
        const uint middle = (low + high) / 2u;
        if (child_offsets[middle] <= c) low = middle;
        else high = middle;
    }
    return low;
}

// As it is after the step, dead or alive.
Particle parent_at(uint i) {
    const uint at = ring_index(source_pool.first, i, step_now.capacity);
    Particle p = particle_from(source[POSITION_COLUMN].element[at], source[VELOCITY_COLUMN].element[at],
                               source[IDENTITY_COLUMN].element[at]);
#if FOLDED
    advance(p, emitter_at(p.identity.z), step_now);
#endif
    return p;
}

// Child number c of the step, which is its birth number `ordinal`.
Particle child(uint c, uint ordinal) {
    const uint i = parent_of(c);
    const Particle parent = parent_at(i);
    const Link link = links[link_of(parent, c - child_offsets[i])];
    precise vec3 carried = parent.velocity * link.inherit;
    return newborn(emitter_at(link.emitter), link.emitter, Origin(parent.position, carried), step_now, ordinal);
}
