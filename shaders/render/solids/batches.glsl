// The batches of triangles, as passes with a thread per triangle see them.
#include "common.glsl"
#include "render/solids/corners.glsl"
layout(local_size_x = PARTICLE_THREADS) in;
layout(std430, binding = BIND_SOLID_BATCHES) readonly buffer Batches { uint batches[]; };
layout(std430, binding = BIND_SOLID_VOTES) buffer Votes { uint votes[]; };
layout(std430, binding = BIND_SOLID_RANKS) buffer Ranks { uint ranks[]; };
layout(std430, binding = BIND_SOLID_LIST) buffer SolidBlock { SolidList list; };

uniform uint max_batches;

const uint GROUP_BATCHES = PARTICLE_THREADS / VOTES_PER_WORD;

uint batch_count() { return min(list.batches, max_batches); }
uint batch_of_thread() { return group_index() * GROUP_BATCHES + gl_LocalInvocationIndex / VOTES_PER_WORD; }
uint bit_of_thread() { return gl_LocalInvocationIndex % VOTES_PER_WORD; }

uint solid_of(uint batch) { return batches[batch] >> SOLID_BATCH_BITS; }

// Returns which of the mesh's triangles the thread has.
uint triangle_of(uint batch) {
    return (batches[batch] & (1u << SOLID_BATCH_BITS) - 1u) * VOTES_PER_WORD + bit_of_thread();
}
