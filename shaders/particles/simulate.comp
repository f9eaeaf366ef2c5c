// Advances every living particle by one step in place, casts its vote, and updates the box of the survivors, the count
// of lost particles and the child counts. Guarantees to the compactor that the votes of all particles below the pool's
// alive are in its format, and to spawn.comp, if a link looks back, that the states before the step are kept, with the
// ways. Needs VOTE_BITS, CHILDREN and PEELED, 0 or 1, STACKS and COLUMNS.
#define SOURCE_ACCESS
#define DESTINATION_ACCESS writeonly
#include "particles/buffers.glsl"
#include "particles/precise.glsl"
#include "particles/consequences.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

#include "particles/votes.glsl"

#ifdef LOOKS_BACK
layout(std430, binding = BIND_KEPT) writeonly buffer KeptColumns { uvec4 kept[]; };
#endif

// Keeps the state before the step, the way of the step, and where a surface has stopped it.
void keep(uint i, Stored before, vec3 way) {
#ifdef LOOKS_BACK
    uvec4 held[HELD_ELEMENTS];
    put_particle(before, held);
    for (uint k = 0u; k < HELD_ELEMENTS; ++k) kept[i * KEPT_ELEMENTS + k] = held[k];
    kept[i * KEPT_ELEMENTS + HELD_ELEMENTS] = floatBitsToUint(vec4(way, met_moment));
    kept[i * KEPT_ELEMENTS + HELD_ELEMENTS + 1u] = floatBitsToUint(vec4(met_place, 0.0));
#endif
}

Stored advance_in_place(uint i, uint at, Stored before) {
    Stored p = before;
    const uint bounces = p.identity.w;
    const Emitter e = emitter_at(p.identity.z);
    vec3 way = vec3(0.0);
    if (!is_peeled(e)) way = advance(p, e, step_of(p.identity.z));
    keep(i, before, way);
    source[POSITION_COLUMN].element[at] = position_column(p);
    source[VELOCITY_COLUMN].element[at] = velocity_column(p);
    for (uint k = 0u; k < HELD_ELEMENTS - PARTICLE_COLUMNS; ++k)
        source[ATTRIBUTE_COLUMN].element[plane_place(k, at, step_now.capacity)] = plane_of(p.attributes, k);
    if (p.identity.w != bounces) source[IDENTITY_COLUMN].element[at] = p.identity;
    return p;
}

void main() {
    box_begin();
    const uint i = particle_index();
    const uint count = min(source_pool.alive, step_now.capacity);
    bool alive = false;
    if (i < count) {
        const uint at = ring_index(source_pool.first, i, step_now.capacity);
        const Stored before = load_particle(at);
        const Stored p = advance_in_place(i, at, before);
        alive = survives(p);
        note_advanced(i, before, p, alive);
    }
    cast_vote(i, count, alive);
    box_commit();
}
