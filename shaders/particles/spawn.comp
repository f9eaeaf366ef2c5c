// Writes the births behind the survivors in the ring. Births are numbered over all emitters, those of an emitter
// consecutively. Children follow, those of a parent consecutively, in the parents' order. Needs CHILDREN, TURBULENCE
// and FOLDED, 0 or 1.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS writeonly
#include "particles/buffers.glsl"
#include "particles/precise.glsl"
#include "particles/bounds.glsl"
#if CHILDREN
#include "particles/parents.glsl"
#endif
layout(local_size_x = PARTICLE_THREADS) in;
layout(std430, binding = BIND_BIRTHS) readonly buffer Births { uint births_before[]; };  // one per emitter: births of the emitters before it

// Returns the emitter of birth k: the last whose births begin at or before k and that has any.
uint emitter_of(uint k) {
    uint low = 0u, high = step_now.emitters;
    while (high - low > 1u) {
        const uint middle = (low + high) / 2u;
        if (births_before[middle] <= k) low = middle;
        else high = middle;
    }
    return low;
}

Particle birth(uint k) {
    const uint emitter = emitter_of(k);
    const Emitter e = emitters[emitter];
    return newborn(e, emitter, Origin(e.position_radius.xyz, vec3(0.0)), step_now, k);
}

Particle born(uint k) {
#if CHILDREN
    if (k >= step_now.births) return child(k - step_now.births, k);
#endif
    return birth(k);
}

void main() {
    box_begin();
    const uint k = particle_index();
    if (k < destination_pool.born) {
        const uint survivors = min(destination_pool.survivors, step_now.capacity);
        const uint at = ring_index(survivors, k, step_now.capacity);
        const Particle p = born(k);
        destination[POSITION_COLUMN].element[at] = position_column(p);
        destination[VELOCITY_COLUMN].element[at] = velocity_column(p);
        destination[IDENTITY_COLUMN].element[at] = p.identity;
        box_include(p.position);
    }
    box_commit();
}
