// Advances every living particle by one step in place, casts its vote, and updates the box of the survivors, the count
// of lost particles and the child counts. Guarantees to the compactor that the votes of all particles below the pool's
// alive are in its format. Needs VOTE_BITS, CHILDREN and TURBULENCE, 0 or 1.
#define SOURCE_ACCESS
#define DESTINATION_ACCESS writeonly
#include "particles/buffers.glsl"
#include "particles/precise.glsl"
#include "particles/consequences.glsl"
#include "particles/votes.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

Particle advance_in_place(uint at) {
    const uvec4 identity = source[IDENTITY_COLUMN].element[at];
    Particle p = particle_from(source[POSITION_COLUMN].element[at], source[VELOCITY_COLUMN].element[at], identity);
    advance(p, emitter_at(identity.z), step_now);
    source[POSITION_COLUMN].element[at] = position_column(p);
    source[VELOCITY_COLUMN].element[at] = velocity_column(p);
    if (p.identity.w != identity.w) source[IDENTITY_COLUMN].element[at] = p.identity;
    return p;
}

void main() {
    box_begin();
    const uint i = particle_index();
    const uint count = min(source_pool.alive, step_now.capacity);
    bool alive = false;
    if (i < count) {
        const Particle p = advance_in_place(ring_index(source_pool.first, i, step_now.capacity));
        alive = survives(p);
        note_advanced(i, p, alive);
    }
    cast_vote(i, count, alive);
    box_commit();
}
