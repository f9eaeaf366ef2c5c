// The step of the simulation as the hook that makes a compactor's records (compact/record.glsl), for simulation, votes
// and packing in one pass. The source columns keep the state before the step. Needs CHILDREN and PEELED, 0 or 1, STACKS
// and COLUMNS.
#if PEELED
#define CODES LIGHT_CODES
#endif
#include "particles/result.glsl"
#include "particles/precise.glsl"
#include "particles/peeled.glsl"
#include "particles/consequences.glsl"

const uint RECORD_COLUMNS = COLUMNS;

bool make_record(uint i, uint from, inout uvec4 record[RECORD_COLUMNS]) {
    Stored p = particle_from(record);
    const Emitter e = emitter_at(p.identity.z);
    if (!take_peeled(i, e, p)) advance(p, e, step_now);
    put_particle(p, record);
    return survives(p);
}

void record_made(uint i, uint from, uvec4 record[RECORD_COLUMNS], bool alive) {
    uvec4 before[RECORD_COLUMNS] = record;
#ifdef LOOKS_BACK
    for (uint c = 0u; c < RECORD_COLUMNS; ++c) before[c] = ring_columns[c].element[from];
#endif
    note_advanced(i, particle_from(before), particle_from(record), alive);
}

void group_begins() { box_begin(); }

void group_made(uint begin, uint end) { box_commit(); }
