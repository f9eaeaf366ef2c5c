// Finds a child's parent by the scan of the parents' child counts. Needs buffers.glsl,
// precise.glsl, and FOLDED: 1 if the source columns hold the particles before the step, 0 if they are advanced; with PEELED,
// 1, those with heavy codes are advanced, and no link looks back.
// With KNOWS_PARENT, a single child is looked at whose parent is known.
#include "particles/children.glsl"
#ifdef KNOWS_PARENT
uniform uint known_parent, known_first_child;  // the parent's place in the order of the living, and the first of its children

uint parent_of(uint c) { return known_parent; }
uint first_child_of(uint i) { return known_first_child; }
#else
#include "particles/child_offsets.glsl"
#endif

// A parent before and after the step, dead or alive. Where no link looks back, only its state after the step is known.
struct ParentState {
    Stored before;
    Stored now;
    vec3 way;  // as advance() returns it
    vec3 met_place;
    float met_moment;  // UNKNOWN_MOMENT: no surface is known to have stopped it in this step
};

#if defined(LOOKS_BACK) && !FOLDED
layout(std430, binding = BIND_KEPT) readonly buffer KeptColumns { uvec4 kept[]; };

Stored parent_before(uint i) {
    uvec4 element[PARTICLE_ELEMENTS];
    for (uint k = 0u; k < HELD_ELEMENTS; ++k) element[k] = kept[i * KEPT_ELEMENTS + k];
#ifdef PLANES
    const uint at = ring_index(source_pool.first, i, step_now.capacity);
    load_elements(at, HELD_ELEMENTS, READ_ELEMENTS, element);  // no step changes these
#endif
    return particle_from(element);
}

ParentState parent_at(uint i) {
    const Stored now = load_particle(ring_index(source_pool.first, i, step_now.capacity));
    const vec4 way = uintBitsToFloat(kept[i * KEPT_ELEMENTS + HELD_ELEMENTS]);
    const vec4 met = uintBitsToFloat(kept[i * KEPT_ELEMENTS + HELD_ELEMENTS + 1u]);
    return ParentState(parent_before(i), now, way.xyz, met.xyz, way.w);
}
#else
ParentState parent_at(uint i) {
    const Stored before = load_particle(ring_index(source_pool.first, i, step_now.capacity));
    ParentState parent = ParentState(before, before, vec3(0.0), vec3(0.0), UNKNOWN_MOMENT);
#if FOLDED
    const Emitter e = emitter_at(before.identity.z);
    if (is_peeled(e)) return parent;
    parent.way = advance(parent.now, e, step_of(before.identity.z));
    parent.met_place = met_place;
    parent.met_moment = met_moment;
#endif
    return parent;
}
#endif

#ifdef LOOKS_BACK
// Returns the number of the event by which the link has child `child` of its own.
uint event_of(ParentState parent, Cause cause, Link link, uint points) {
    if (link.chance == CHANCE_ONE && link.count_choices == 1u) return cause.child / max(link.count_least, 1u);
    uint end = 0u;
    for (uint k = 0u; k < points; ++k) {
        end += children_at(parent.now, cause.link, link, k);
        if (cause.child < end) return k;
    }
    return 0u;
}

// A share of the way of the step, before its end, and of the way before the step.
struct Back {
    float share;
    float share_before;
};

// Returns how far back an event on distance was. The way of the step is a straight line, and before it, in the parent's first
// step, lies the way since its birth.
Back back_by_way(ParentState parent, float left) {
    const float way = expression_length(parent.way);
    precise vec3 way_before = parent.before.velocity * step_of(parent.now.identity.z).seconds;
    const float speed_before = expression_length(way_before);
    precise float share = way > 0.0 ? clamp(left / way, 0.0, 1.0) : 0.0;
    precise float rest = max(left - way, 0.0);
    precise float share_before = speed_before > 0.0 ? min(rest / speed_before, 1.0) : 0.0;
    return Back(share, share_before);
}

// Returns how far back an event on time was. Modules may change ages, so a step's share is one of the change.
Back back_by_age(ParentState parent, Link link, float left) {
    precise float aged = measured(parent.now, link) - measured(parent.before, link);
    precise float share = aged > 0.0 ? clamp(left / aged, 0.0, 1.0) : 0.0;
    return Back(share, 0.0);
}

// Moves a birth to the point of the parent's way at which its event was, and to that moment. Returns the metres from the
// parent's birth to that point, if they are known.
float move_to_event(inout Origin origin, ParentState parent, Cause cause, Link link) {
    const Points points = points_of(parent.before, parent.now, link);
    const float number = points.first + float(event_of(parent, cause, link, points.count));
    precise float to_event = number * uintBitsToFloat(link.measure);
    precise float left = measured(parent.now, link) - to_event;
    const bool by_age = link.event == EVENT_TIME;
    const Back back = by_age ? back_by_age(parent, link, left) : back_by_way(parent, left);
    precise vec3 way_before = parent.before.velocity * step_of(parent.now.identity.z).seconds;
    precise vec3 position = origin.position - parent.way * back.share - way_before * back.share_before;
    precise float moment = back.share + back.share_before;
    origin.position = position;
    origin.moment = moment;
    if (!by_age) return to_event;
#ifdef HAS_TRAVELLED
    precise float way = with_attributes(parent.now, step_of(parent.now.identity.z).seconds).travelled - expression_length(parent.way) * back.share;
    return way;
#else
    return 0.0;
#endif
}
#endif

// Returns the number of the ribbon of a particle's children that belong to the emitter of a slot of its effect.
uint ribbon_of_children(uvec4 parent, uint slot) {
    return hash4(uvec4(parent.xy, parent.z & SLOT_MASK, slot)).x | RIBBON_OF_PARENT;
}

// Returns where child c of the step comes from.
Parentage parentage_of_child(uint c) {
    const uint i = parent_of(c);
    const ParentState parent = parent_at(i);
    Births births = Births(c - first_child_of(i), children_of(parent.before, parent.now), 0u, 0.0);
    const Cause cause = cause_of(parent.before, parent.now, births.index);
    const uint slot = parent.now.identity.z;
    const Link link = link_at(slot, cause.link);
    births.ribbon = ribbon_of_children(parent.now.identity, link.emitter);
    precise vec3 carried = parent.now.velocity * link.inherit;
    Origin origin = Origin(parent.now.position, carried, RANDOM_MOMENT);
    if (link.event == EVENT_COLLISION && parent.met_moment != UNKNOWN_MOMENT) {
        origin.position = parent.met_place;
        origin.moment = parent.met_moment;
    }
#ifdef HAS_TRAVELLED
    births.way = with_attributes(parent.now, step_of(parent.now.identity.z).seconds).travelled;
#endif
#ifdef LOOKS_BACK
    if (has_points(link)) births.way = move_to_event(origin, parent, cause, link);
#endif
    return Parentage(slot & ~SLOT_MASK | link.emitter, origin, births, true, parent.now);
}
