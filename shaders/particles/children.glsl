// What a particle that has been advanced gives birth to in this step. Decided on integers alone, so that whoever asks,
// and however often, hears the same. Needs precise.glsl and result.glsl.
layout(std430, binding = BIND_LINKS) readonly buffer Links { Link links[]; };

// Whether the event of the link happens to the particle in this step.
bool happens(Particle p, Link link) {
    if (link.event == EVENT_DEATH) return p.age >= p.lifetime;
    if (link.event == EVENT_AGE) return p.age == link.age;
    return (p.identity.w & BOUNCED) != 0u && bounces_of(p) <= link.most;
}

// Children of one link, whose number among all links of the effect is `number`.
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

// Children of all its links, as many as a parent may have.
uint children_of(Particle p) {
    if (!finite(p)) return 0u;
    const uvec4 shape = emitter_at(p.identity.z).shape;
    uint sum = 0u;
    for (uint k = 0u; k < shape.z && sum < step_now.children_per_parent; ++k) sum += children_by(p, shape.y + k);
    return min(sum, step_now.children_per_parent);
}

// The number of the link that its child number `child` comes by. Precondition: child < children_of(p).
uint link_of(Particle p, uint child) {
    const uvec4 shape = emitter_at(p.identity.z).shape;
    uint before = 0u;
    for (uint k = 0u; k + 1u < shape.z; ++k) {
        before += children_by(p, shape.y + k);
        if (child < before) return shape.y + k;
    }
    return shape.y + shape.z - 1u;
}
