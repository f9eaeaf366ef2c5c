// The children of a particle in a step, by its states before and after it. They are counted and found by the same
// `precise` operations, so that every pass computes the same. Needs precise.glsl and step.glsl. If the effect's stacks
// do not define LOOKS_BACK, nothing depends on the state before the step, and any will do.
Link link_at(uint slot, uint number) {
    const uint row = links_of(slot) + number * LINK_ROWS;
    const uvec4 a = WORDS_AT(row), b = WORDS_AT(row + 1u);
    return Link(a.x, a.y, a.z, a.w, b.x, b.y, b.z, uintBitsToFloat(b.w));
}

#ifdef LOOKS_BACK
// True if the condition of the link holds for the particle at the end of a step.
bool holds(Stored stored, Link link, uvec2 step) {
    const uint slot = stored.identity.z;
    const Step s = step_of(slot);
    const float time = time_after(step, s.seconds);
    const RandomKey d = random_key_of(stored, s);
    const Particle p = with_attributes(stored, s.seconds);
    return (stack_when(emitter_at(slot).step_code, numbers_of(slot), p, time, s.seconds, d) & link.measure) != 0u;
}
#endif

#ifdef LOOKS_BACK
// The points of a particle's way at which a link on distance or on time has events: multiples of its measure.
struct Points {
    float first;  // which multiple the first is
    uint count;
};

bool has_points(Link link) { return link.event == EVENT_DISTANCE || link.event == EVENT_TIME; }

// Returns what the link measures of a particle since its birth: metres or seconds.
float measured(Stored stored, Link link) {
    const Particle p = with_attributes(stored, step_of(stored.identity.z).seconds);
#ifdef HAS_TRAVELLED
    if (link.event == EVENT_DISTANCE) return p.travelled;
#endif
    return p.age;
}

// Returns the points that the particle passed in the step; in its first step, those since its birth.
Points points_of(Stored before, Stored p, Link link) {
    const float unit = uintBitsToFloat(link.measure);
    const Step s = step_of(p.identity.z);
    const bool is_new = before.identity.x + 1u == s.index;
    precise float from = is_new ? 0.0 : floor(measured(before, link) / unit);
    precise float to = floor(measured(p, link) / unit);
    precise float passed = to - from;
    return Points(from + 1.0, min(whole_of(passed), s.children_per_parent));
}
#endif

// True if the particle reaches an age, in steps, in this step. Where no link looks back, no module changes ages, and a step
// adds one; else a step may add none or several, and ages beyond the lifetime are not reached.
bool reaches(Stored before, Stored p, uint age) {
#ifdef LOOKS_BACK
    return before.age < age && age <= p.age && age <= max(max(before.lifetime, p.lifetime), before.age + 1u);
#else
    return p.age == age;
#endif
}

// True if the event of the link happens to the particle in this step.
bool happens(Stored before, Stored p, Link link) {
    if (link.event == EVENT_DEATH) return p.age >= p.lifetime;
    if (link.event == EVENT_AGE) return reaches(before, p, link.measure);
#ifdef LOOKS_BACK
    const uvec2 now = words_of(step_of(p.identity.z)), last = uvec2(now.x - 1u, now.x == 0u ? now.y - 1u : now.y);
    if (link.event == EVENT_CONDITION) return holds(p, link, now) && !holds(before, link, last);
#endif
    return (p.identity.w & BOUNCED) != 0u && bounces_of(p) <= link.most;
}

// Returns the number of children by an event of the link, which is the event number `event` of its kind in the step.
uint children_at(Stored p, uint number, Link link, uint event) {
    const uvec4 who = hash4(uvec4(random_key_of(p, step_of(p.identity.z)).seed, p.identity.x, p.identity.y, USE_CHILDREN));
    const uvec4 random = hash4(who ^ uvec4(number, p.age, event, 0u));
    if ((random.x >> 8u) >= link.chance) return 0u;
    uint choice, rest;
    umulExtended(random.y, link.count_choices, choice, rest);
    return link.count_least + choice;
}

// Returns the number of children by link `number` of the effect; beyond children_per_parent, not all of them.
uint children_by(Stored before, Stored p, uint number) {
    const Link link = link_at(p.identity.z, number);
#ifdef LOOKS_BACK
    if (has_points(link)) {
        const uint most = step_of(p.identity.z).children_per_parent;
        const uint points = points_of(before, p, link).count;
        uint sum = 0u;
        for (uint k = 0u; k < points && sum < most; ++k) sum += children_at(p, number, link, k);
        return sum;
    }
#endif
    return happens(before, p, link) ? children_at(p, number, link, 0u) : 0u;
}

// Returns the number of children by all links of the particle's emitter, at most children_per_parent.
uint children_of(Stored before, Stored p) {
    if (!finite(p) || is_waiting(p.identity.z)) return 0u;
    const Emitter e = emitter_at(p.identity.z);
    const uint most = step_of(p.identity.z).children_per_parent;
    uint sum = 0u;
    for (uint k = 0u; k < e.links && sum < most; ++k) sum += children_by(before, p, e.first_link + k);
    return min(sum, most);
}

// The link that causes a child, and which of the children by that link it is.
struct Cause {
    uint link;
    uint child;
};

// Returns the cause of child `child` of the particle. Precondition: child < children_of(before, p).
Cause cause_of(Stored before, Stored p, uint child) {
    const Emitter e = emitter_at(p.identity.z);
    uint begin = 0u;
    for (uint k = 0u; k + 1u < e.links; ++k) {
        const uint count = children_by(before, p, e.first_link + k);
        if (child < begin + count) return Cause(e.first_link + k, child - begin);
        begin += count;
    }
    return Cause(e.first_link + e.links - 1u, child - begin);
}
