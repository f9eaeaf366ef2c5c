// Reports of a step for the program that plays the effects: a vote of each particle, a scan of the votes, and a list in the order
// of births. The particles before the step come first, as they are after it or as they died; then those that were born in it.
// Needs COLUMNS, INSTANCES, and that both sets of columns are bound as the step had them.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS readonly
#include "particles/buffers.glsl"
#include "effects/row_buffer.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

uniform uint candidates;  // at most so many: particles before the step, and births

struct Candidate {
    uvec4 position, velocity, identity;  // its columns
    uint step;                           // the low word of those that its instance has made
    uint kinds;                          // REPORT_*, 0: there is nothing to report, or no such candidate
};

bool is_finite(uvec3 bits) {
    const uint exponent = 0x7F800000u;
    return all(notEqual(bits & uvec3(exponent), uvec3(exponent)));
}

// Returns what a step can report of a particle that lived before it.
uint kinds_of_living(Candidate c) {
    const bool survives = c.position.w < c.velocity.w && is_finite(c.position.xyz) && is_finite(c.velocity.xyz);
    return (survives ? 0u : REPORT_DIED) | ((c.identity.w & BOUNCED) != 0u ? REPORT_COLLIDED : 0u) |
           ((c.identity.w & SIGNALLED) != 0u ? REPORT_SIGNALLED : 0u);
}

// Leaves the kinds that the particle's emitter reports. Of an instance that was removed, all rows are zero.
void choose_kinds(inout Candidate c) {
    const InstanceRow instance = instance_in(min(c.identity.z >> INSTANCE_SHIFT, step_now.instances - 1u));
    const uint slot = min(c.identity.z & SLOT_MASK, step_now.slots - 1u);
    c.step = own_steps(instance, uvec2(step_now.index, step_now.index_high)).x;
    c.kinds &= waits(instance) ? 0u : WORDS_AT(emitter_row(instance, slot) + 2u).w / EMITTER_REPORTS_UNIT % EMITTER_REPORTS_COUNT;
}

Candidate candidate(uint i) {
    const uint before = min(source_pool.alive, step_now.capacity), capacity = step_now.capacity;
    Candidate c = Candidate(uvec4(0u), uvec4(0u), uvec4(0u), 0u, 0u);
    if (i < before) {
        const uint at = ring_index(source_pool.first, i, capacity);
        c = Candidate(source[POSITION_COLUMN].element[at], source[VELOCITY_COLUMN].element[at],
                      source[IDENTITY_COLUMN].element[at], 0u, 0u);
        c.kinds = kinds_of_living(c);
    } else if (i - before < destination_pool.born) {
        const uint at = ring_index(min(destination_pool.survivors, capacity), i - before, capacity);
        c = Candidate(destination[POSITION_COLUMN].element[at], destination[VELOCITY_COLUMN].element[at],
                      destination[IDENTITY_COLUMN].element[at], 0u, REPORT_BORN);
    }
    if (c.kinds != 0u) choose_kinds(c);
    return c;
}

#section vote
layout(std430, binding = BIND_REPORT_VOTES) writeonly buffer Votes { uint votes[]; };

void main() {
    const uint i = particle_index();
    if (i < candidates) votes[i] = candidate(i).kinds != 0u ? 1u : 0u;
}

#section list
// Writes the reports at the places that the scan of the votes gives, as many as there is room for.
layout(std430, binding = BIND_REPORT_VOTES) readonly buffer Places { uint places[]; };
layout(std430, binding = BIND_REPORTS) buffer Reports { uvec4 reports[]; };

uniform uint room;

void main() {
    const uint i = particle_index();
    if (i >= candidates || places[i] >= room) return;
    const Candidate c = candidate(i);
    if (c.kinds == 0u) return;
    const uint at = (REPORTS_HEAD + places[i] * REPORT_WORDS) / 4u;
    reports[at] = uvec4(c.position.xyz, c.kinds);
    reports[at + 1u] = uvec4(c.velocity.xyz, c.identity.z);
    reports[at + 2u] = uvec4(c.identity.xy, c.position.w, c.step);
}
