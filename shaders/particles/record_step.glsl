// The step of the simulation as the hook that makes a compactor's records (compact/record.glsl), for simulation, votes
// and packing in one pass. The source columns keep the state before the step. Needs CHILDREN and TURBULENCE, 0 or 1.
#include "particles/result.glsl"
#include "particles/precise.glsl"
#include "particles/consequences.glsl"

const uint RECORD_COLUMNS = PARTICLE_COLUMNS;

Particle particle_of(uvec4 record[RECORD_COLUMNS]) {
    return particle_from(record[POSITION_COLUMN], record[VELOCITY_COLUMN], record[IDENTITY_COLUMN]);
}

bool make_record(uint i, uint from, inout uvec4 record[RECORD_COLUMNS]) {
    Particle p = particle_of(record);
    advance(p, emitter_at(p.identity.z), step_now);
    record[POSITION_COLUMN] = position_column(p);
    record[VELOCITY_COLUMN] = velocity_column(p);
    record[IDENTITY_COLUMN] = p.identity;
    return survives(p);
}

void record_made(uint i, uint from, uvec4 record[RECORD_COLUMNS], bool alive) {
    note_advanced(i, particle_of(record), alive);
}

void group_begins() { box_begin(); }

void group_made(uint begin, uint end) { box_commit(); }
