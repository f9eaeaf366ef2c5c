// The children of a particle that has been advanced, in this step. They are decided on integers alone, so that every
// pass computes the same. Needs precise.glsl and result.glsl.
layout(std430, binding = BIND_LINKS) readonly buffer Links { Link links[]; };

// True if the event of the link happens to the particle in this step.
bool happens(Particle p, Link link) {
    if (link.event == EVENT_DEATH) return p.age >= p.lifetime;
    if (link.event == EVENT_AGE) return p.age == link.age;
    return (p.identity.w & BOUNCED) != 0u && bounces_of(p) <= link.most;
}

// Returns the number of children by link `number` of the effect.
uint children_by(Particle p, uint number) {
    const Link link = links[number];
    if (!happens(p, link)) return 0u;
    const uvec4 who = hash4(uvec4(step_now.seed, p.identity.x, p.identity.y, USE_CHILDREN));
    const uvec4 random = hash4(who ^ uvec4(number, p.age, 0u, 0u));
    if ((random.x >> 8u) >= link.chance) return 0u;
    uint choice, rest;
    umulExtended(random.y, link.count_choices, choice, rest);
    return link.count_least + choice;
}

// Returns the number of children by all links of the particle's emitter, at most children_per_parent.
uint children_of(Particle p) {
    if (!finite(p)) return 0u;
    const uvec4 shape = emitter_at(p.identity.z).shape;
    uint sum = 0u;
    for (uint k = 0u; k < shape.z && sum < step_now.children_per_parent; ++k) sum += children_by(p, shape.y + k);
    return min(sum, step_now.children_per_parent);
}

// Returns the number of the link that causes child `child` of the particle. Precondition: child < children_of(p).
uint link_of(Particle p, uint child) {
    const uvec4 shape = emitter_at(p.identity.z).shape;
    uint before = 0u;
    for (uint k = 0u; k + 1u < shape.z; ++k) {
        before += children_by(p, shape.y + k);
        if (child < before) return shape.y + k;
    }
    return shape.y + shape.z - 1u;
}
