// The step of the simulation as the hook that makes a compactor's records (compact/record.glsl), for simulation, votes
// and packing in one pass. With PEELED, 0 or 1, the particles with heavy codes are already advanced, and the survivors
// among them are listed for the next step. Needs CHILDREN and PEELED, STACKS and COLUMNS.
#if PEELED
#define MAX_LISTED TILE
#endif
#include "particles/step.glsl"
#include "particles/precise.glsl"
#if PEELED
#include "particles/peel_list.glsl"
#endif
#include "particles/consequences.glsl"

const uint RECORD_COLUMNS = HELD_ELEMENTS;

// Returns the particle of a record. What the step reads of it but does not change lies at element `from` of the ring.
Stored particle_of(uvec4 record[RECORD_COLUMNS], uint from) {
#ifdef PLANES
    uvec4 element[PARTICLE_ELEMENTS];
    for (uint k = 0u; k < HELD_ELEMENTS; ++k) element[k] = record[k];
    for (uint k = HELD_ELEMENTS; k < PARTICLE_ELEMENTS; ++k)
        element[k] = k < READ_ELEMENTS ? RING_ELEMENT(k, from) : uvec4(0u);
    return particle_from(element);
#else
    return particle_from(record);
#endif
}

bool make_record(uint i, uint from, inout uvec4 record[RECORD_COLUMNS]) {
    Stored p = particle_of(record, from);
    const Emitter e = emitter_at(p.identity.z);
    if (!is_peeled(e)) advance(p, e, step_of(p.identity.z));
    put_particle(p, record);
    return survives(p);
}

void record_made(uint i, uint from, uint to, uvec4 record[RECORD_COLUMNS], bool alive) {
    uvec4 before[RECORD_COLUMNS] = record;
#ifdef LOOKS_BACK
    for (uint c = 0u; c < RECORD_COLUMNS; ++c) before[c] = RING_ELEMENT(c, from);
#endif
    const Stored p = particle_of(record, from);
    note_advanced(i, particle_of(before, from), p, alive);
#if PEELED
    if (alive && is_peeled(emitter_at(p.identity.z))) list_heavy(to);
#endif
}

void group_begins() {
    box_begin();
#if PEELED
    list_begin();
#endif
}

void group_made(uint begin, uint end) {
    box_commit();  // has barriers
#if PEELED
    list_commit();
#endif
}
