// Passes that answer questions about single instances between steps. They need COLUMNS, and that the living particles are bound as the source.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS readonly
#include "particles/buffers.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

uint living() { return min(source_pool.alive, step_now.capacity); }

uint instance_of(uint i) {
    return source[IDENTITY_COLUMN].element[ring_index(source_pool.first, i, step_now.capacity)].z >> INSTANCE_SHIFT;
}

#section count
// Counts the living particles of each instance and computes their boxes. A work group whose particles are all of one instance,
// as those that were born together are, adds them up in shared memory first. The figures are zero before.
#include "ordered_bits.glsl"
layout(std430, binding = BIND_INSTANCE_FIGURES) buffer Figures { uint figures[]; };  // InstanceFigures each
layout(std430, binding = BIND_BIRTHS) readonly buffer Births { uint births[]; };     // from the end: births without room

uniform uint instances;

const uint BOX_WORD = 2u;  // of InstanceFigures

shared uint first_instance, group_figures[INSTANCE_FIGURE_WORDS];
shared bool is_mixed;

// The words that a particle adds to, or raises, besides the first.
uint key_of(vec3 position, uint word) {
    const uint key = ordered_bits(position[word % 3u]);
    return word < 3u ? ~key : key;
}

void add_apart(uint instance, vec3 position) {
    const uint at = instance * INSTANCE_FIGURE_WORDS;
    atomicAdd(figures[at], 1u);
    for (uint word = 0u; word < 6u; ++word) atomicMax(figures[at + BOX_WORD + word], key_of(position, word));
}

void add_together(vec3 position) {
    atomicAdd(group_figures[0], 1u);
    for (uint word = 0u; word < 6u; ++word) atomicMax(group_figures[BOX_WORD + word], key_of(position, word));
}

void main() {
    const uint i = particle_index(), l = gl_LocalInvocationIndex;
    const bool is_alive = i < living();
    const uint instance = is_alive ? min(instance_of(i), instances - 1u) : 0u;
    if (l == 0u) {
        first_instance = instance;
        is_mixed = false;
    }
    if (l < INSTANCE_FIGURE_WORDS) group_figures[l] = 0u;
    block_barrier();
    if (is_alive && instance != first_instance) is_mixed = true;
    block_barrier();
    if (is_alive) {
        const uint at = ring_index(source_pool.first, i, step_now.capacity);
        const vec3 position = uintBitsToFloat(source[POSITION_COLUMN].element[at].xyz);
        if (is_mixed) add_apart(instance, position);
        else add_together(position);
    }
    block_barrier();
    if (!is_mixed && l < INSTANCE_FIGURE_WORDS && group_figures[l] > 0u) {
        const uint at = first_instance * INSTANCE_FIGURE_WORDS + l;
        if (l == 0u) atomicAdd(figures[at], group_figures[l]);
        else atomicMax(figures[at], group_figures[l]);
    }
    if (i < instances) figures[i * INSTANCE_FIGURE_WORDS + 1u] = births[births.length() - 1 - int(i)];
}

#section vote
// Votes for the particles of one instance, so that a compactor takes them out of the pool. Needs VOTE_BITS.
#include "particles/votes.glsl"

uniform uint chosen;

void main() {
    const uint i = particle_index(), count = living();
    cast_vote(i, count, i < count && instance_of(i) == chosen);
}
